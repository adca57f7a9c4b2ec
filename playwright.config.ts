import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './tests/e2e/setup/browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.test.ts',
  globalSetup: './tests/e2e/setup/open-shop.ts',
  // One more than cores: a browser waits more often than it works.
  workers: 3,
  fullyParallel: true,
  // A machine that is busy with something else may be too slow once; the list then says flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? 'test-results/report.json' }],
  ],
  use: {
    baseURL: process.env.SHOP_ADDRESS,
    browserName: 'chromium',
    viewport: { width: 360, height: 800 },
    // Writing down every step of every test costs a quarter of the run; a second try is worth it.
    trace: 'on-first-retry',
    launchOptions: { executablePath: await findBrowser(), args: browserArguments },
  },
})
