/** Who works in the back office, from the one with the fewest rights on. Drivers have an area of their own. */
export const officeRoles = ['helper', 'manager', 'admin'] as const

export type OfficeRole = (typeof officeRoles)[number]

export const staffRoles = [...officeRoles, 'driver'] as const

export type StaffRole = (typeof staffRoles)[number]

const everybody = officeRoles
const managers = ['manager', 'admin'] as const
const admins = ['admin'] as const

type RightRow = {
  roles: readonly OfficeRole[]
  /** Completes "Your role does not include …". */
  words: string
}

/** The one table of what can be done in the back office, and by whom. Routes, pages and menus read it. */
const table = {
  office: { roles: everybody, words: 'the back office' },
  orders: { roles: everybody, words: 'orders' },
  messages: { roles: everybody, words: 'messages' },
  products: { roles: everybody, words: 'products' },
  blog: { roles: everybody, words: 'the blog' },
  figures: { roles: managers, words: 'the dashboard and visits' },
  catalogue: { roles: managers, words: 'categories, sales, discounts and imports' },
  texts: { roles: managers, words: 'texts, reviews, testimonials and the newsletter' },
  money: { roles: managers, words: 'payments, refunds and cash' },
  exports: { roles: managers, words: 'exports' },
  customers: { roles: managers, words: 'profiles of customers' },
  settings: { roles: managers, words: 'settings' },
  changes: { roles: managers, words: 'the list of changes' },
  payment_settings: { roles: admins, words: 'payment settings' },
  deletion: { roles: admins, words: 'deleting' },
  team: { roles: admins, words: 'the team' },
} as const satisfies Record<string, RightRow>

export type Right = keyof typeof table

export const rights = Object.keys(table) as Right[]

export type OfficeHolder = { isAdmin: boolean; isManager: boolean; isHelper: boolean }

/** Whoever has several has the rights of the highest, which has those of all others. */
export function officeRoleOf({ isAdmin, isManager, isHelper }: OfficeHolder): OfficeRole | null {
  if (isAdmin) return 'admin'
  if (isManager) return 'manager'
  return isHelper ? 'helper' : null
}

export function roleMay(role: OfficeRole | null, right: Right): boolean {
  const { roles }: RightRow = table[right]
  return role !== null && roles.includes(role)
}

/** Nobody may anything by being signed in alone. */
export function may(holder: OfficeHolder | null | undefined, right: Right): boolean {
  return holder ? roleMay(officeRoleOf(holder), right) : false
}

/** For somebody of the back office who is turned away. */
export function missingRightText(right: Right): string {
  return `Your role does not include ${table[right].words}. Please ask an admin of the shop.`
}

/** What a page of the back office is for. A page below one of these is for the same. */
const pages = {
  '/admin': 'figures',
  '/admin/start': 'settings',
  '/admin/products': 'products',
  '/admin/products/import': 'catalogue',
  '/admin/orders': 'orders',
  '/admin/blog': 'blog',
  '/admin/visits': 'figures',
  '/admin/categories': 'catalogue',
  '/admin/sales': 'catalogue',
  '/admin/discounts': 'catalogue',
  '/admin/pages': 'texts',
  '/admin/testimonials': 'texts',
  '/admin/reviews': 'texts',
  '/admin/messages': 'messages',
  '/admin/newsletter': 'texts',
  '/admin/payments': 'money',
  '/admin/cash': 'money',
  '/admin/team': 'team',
  '/admin/brand': 'settings',
  '/admin/home': 'texts',
  '/admin/settings': 'settings',
  '/admin/news': 'settings',
  '/admin/changes': 'changes',
} as const satisfies Record<string, Right>

type OfficePage = keyof typeof pages

const pageRights: ReadonlyMap<string, Right> = new Map(Object.entries(pages))

/** A page that nobody has entered above is the admins' alone. */
export function pageRight(path: string): Right {
  const parts = path.replace(/\/+$/, '').split('/')
  for (let length = parts.length; length > 2; length--) {
    const found = pageRights.get(parts.slice(0, length).join('/'))
    if (found) return found
  }
  return parts.length === 2 ? pages['/admin'] : 'team'
}

/** Where somebody starts who opens the back office. */
export function firstOfficePage(role: OfficeRole): OfficePage {
  return roleMay(role, pages['/admin']) ? '/admin' : '/admin/orders'
}

export const staffRoleWords = {
  admin: { label: 'Admin', one: 'an admin', may: 'sees and changes everything in the shop, also the team' },
  manager: {
    label: 'Manager',
    one: 'a manager',
    may: 'runs the shop: everything but the team, the payment settings and deleting',
  },
  helper: {
    label: 'Helper',
    one: 'a helper',
    may: 'works on orders, messages, products and the blog: no refunds, exports or settings',
  },
  driver: { label: 'Driver', one: 'a driver', may: 'sees the orders that they deliver' },
} as const satisfies Record<StaffRole, { label: string; one: string; may: string }>
