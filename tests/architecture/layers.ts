/**
 * The layers, from top to bottom. A file may import its own folder and the layers below it that `visible` allows;
 * never a layer above, never another folder of the same layer. Types count as imports.
 * "app/*" means the files that lie directly in that folder.
 */
export const layers: Record<string, string>[] = [
  { '*.config.ts': 'settings of the tools that build and test the project' },
  {
    'tests/fuzz': 'every attack that we know, on a shop of its own',
    'bench/lighthouse': 'what a phone of the middle class thinks of every page',
  },
  { bench: 'measured speed, as ratios in one run' },
  {
    'tests/e2e': 'journeys in a real browser, one per file',
    'tests/faults': 'kills, floods, bad input',
    'tests/architecture': 'the rules of the architecture, and the list of what was promised',
  },
  { scripts: 'what npm start, npm test and npm run dev do' },
  { 'server/testing': 'a whole shop in memory; only tests look up to it' },
  { 'server/main.ts': 'reads the settings, opens the shop, listens' },
  { 'server/cli': "the owner's commands, and filling the sample shop" },
  { 'server/http': 'two entry points: /api answers JSON, everything else pages' },
  { 'app/*': 'root.tsx, routes.ts and ssr.ts: the pages put together behind one function' },
  {
    'app/storefront': 'what every visitor sees',
    'app/account': 'what a signed-in customer sees',
    'app/admin': 'the back office',
    'app/driver': "the driver's dashboard",
    'app/styleguide': 'every component in every state, for development',
  },
  { 'app/layout': 'header, footer, menus, error and not-found pages' },
  { 'app/components': 'pieces with shop words: product card, order progress, delivery quote' },
  { 'app/cart': 'the cart, in the browser', 'app/session': 'the signed-in person, in the browser' },
  { 'app/ui': 'the design system, without shop words', 'app/data': 'how pages talk to the shop' },
  { 'server/shop.ts': 'the facade: everything the shop can be asked to do' },
  { 'server/facade': 'its parts, by subject' },
  { 'server/features/setup': 'the first day of a shop, and the end of its samples' },
  { 'server/features/dashboard': 'reads what the other features wrote' },
  { 'server/features/returns': 'what comes back after a delivery' },
  {
    'server/features/payments': 'who has paid, and what the gateways say',
    'server/features/delivery': 'which driver brings what',
    'server/features/receipts': 'receipts, invoices and credit notes, in one unbroken sequence',
    'server/features/reviews': 'what buyers say about a product',
    'server/features/stock-alerts': 'who wants to know when a product is back',
    'server/features/campaigns': 'offers to those who agreed to them',
  },
  { 'server/features/orders': 'takes stock, writes orders' },
  { 'server/features/discounts': 'codes and other discounts, and how often they were used' },
  {
    'server/features/catalogue': 'products and their stock',
    'server/features/blog': 'posts',
    'server/features/pages': 'the texts of the shop, and pages of the owner’s own',
    'server/features/testimonials': 'what customers say',
    'server/features/messages': 'contact form, inbox and newsletter',
    'server/features/home': 'the home page as its owner writes it',
    'server/features/visits': 'how many came, from where, and how far they went',
  },
  { 'server/features/opening': 'whether the shop is open, and what of it is a sample' },
  {
    'server/features/alerts': 'what the staff hears of, and how',
    'server/features/webhooks': 'what other tools of the owner hear of',
  },
  { 'server/features/accounts': 'who is asking, and what they may' },
  { 'server/features/notifications': 'mails and messages that wait to be sent' },
  { 'server/features/brand': 'how the shop looks: logo, icon, colours, letters' },
  { 'server/features/settings': 'what the owner can change without a programmer' },
  {
    'server/features/media': 'uploaded pictures',
    'server/features/audit': 'what the staff changed, and when',
    'server/features/events': 'what has happened, for whoever wants to know',
  },
  { 'server/platform': 'tools without shop words: database, jobs, mail, files, log' },
  { contract: 'what crosses the wire: schemas, their types, the error table' },
  { 'sample-shop': 'posts, testimonials and pictures of the shop that comes with the project' },
  { rules: 'pure functions and tables' },
]

/** What each part may import at all; the layers then say that imports go down. */
export const visible: Record<string, string[]> = {
  rules: ['rules'],
  'sample-shop': ['sample-shop', 'rules'],
  contract: ['contract', 'rules'],
  server: ['server', 'sample-shop', 'contract', 'rules'],
  app: ['app', 'contract', 'rules'],
  scripts: ['scripts', 'server', 'sample-shop', 'contract', 'rules'],
  'tests/e2e': ['tests/e2e', 'scripts', 'server/testing', 'sample-shop', 'contract', 'rules'],
  bench: ['bench', 'tests/e2e/setup', 'scripts', 'server', 'sample-shop', 'contract', 'rules'],
  'tests/faults': ['tests/faults', 'scripts', 'server', 'sample-shop', 'contract', 'rules'],
  'tests/fuzz': [
    'tests/fuzz',
    'tests/e2e/setup',
    'bench/cpu-time.ts',
    'scripts',
    'server',
    'contract',
    'rules',
  ],
  'bench/lighthouse': ['bench/lighthouse', 'tests/e2e/setup', 'scripts', 'server/testing'],
  'tests/architecture': ['tests/architecture'],
  '*.config.ts': ['scripts', 'tests/e2e', 'server', 'contract', 'rules'],
}

/** The only exceptions. One with `onlyType` allows nothing but that type. */
export const exceptions: { from: string; to: string; onlyType?: string }[] = [
  { from: 'app', to: 'server/shop.ts', onlyType: 'Shop' },
  { from: 'server/http/pages.ts', to: 'app/ssr.ts' },
  { from: 'server/http/pages.ts', to: 'build' },
]

/** Tests in these parts may look up to server/testing. */
export const testsWithShop = ['server', 'app']

/** These folders may use these packages and no others; other folders may use any. */
export const packagesOf: Record<string, string[]> = { rules: [], contract: ['zod'], 'sample-shop': [] }

/** Tests that look at more than their folder: whether the sample pictures lie in their folder, for one. */
export const testsWithAnyPackage = ['sample-shop']

export const testPackages = ['vitest', 'fast-check', '@playwright/test', 'axe-core']
export const foldersWithTestPackages = [
  'server/testing',
  'tests/e2e',
  'bench',
  'tests/faults',
  'tests/fuzz',
  'bench/lighthouse',
  '*.config.ts',
]

/** Dynamic imports can hide a cycle, so only these use them: the page handler, components that a browser loads when
 *  needed, and the tools around the product, which look for programs that a machine may lack. */
export const dynamicImporters = [
  'server/http/pages.ts',
  'server/http/development-pages.ts',
  'app',
  'scripts',
  'tests/e2e',
  'bench',
  'tests/faults',
  'tests/fuzz',
]

export type Folder = { at: string; layer: number }

const folders: Folder[] = layers.flatMap((names, layer) => Object.keys(names).map((at) => ({ at, layer })))

export function folderOf(path: string): Folder | undefined {
  const tested = path.replace(/\.test(\.tsx?)$/, '$1')
  return folders.find(({ at }) => isIn(at, tested))
}

export function isIn(place: string, path: string): boolean {
  const star = place.indexOf('*')
  if (star === -1) return path === place || path.startsWith(`${place}/`)
  const [before, after] = [place.slice(0, star), place.slice(star + 1)]
  return path.startsWith(before) && path.endsWith(after) && !path.slice(before.length).includes('/')
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}
