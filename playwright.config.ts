import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './scripts/find-browser.ts'
import { keepTestsInMemory } from './scripts/test-folder.ts'

keepTestsInMemory()

// Looked for once: every worker reads this file again.
process.env.FOUND_BROWSER ??= await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.test.ts',
  globalSetup: './tests/e2e/setup/open-shop.ts',
  // One more than cores: a browser waits more often than it works.
  workers: 3,
  fullyParallel: true,
  // What is marked so is left to `npm run faults -- browser`, which runs all of them.
  ...(process.env.FAULTS ? {} : { grepInvert: /@faults/ }),
  // Nothing takes so long but on a machine that is busy with something else.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }],
  ],
  use: {
    baseURL: process.env.SHOP_ADDRESS,
    // A press that finds no button says which one, instead of using up the time of its test.
    actionTimeout: 60_000,
    browserName: 'chromium',
    viewport: { width: 360, height: 800 },
    // What glides is drawn sixty times a second by the processor; tests of what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.FOUND_BROWSER, args: browserArguments },
  },
})
