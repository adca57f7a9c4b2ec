import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  buildDirectory: 'build',
  // The whole list of pages is small; knowing it at once saves a request on every slow phone.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
