import type { ComponentType } from 'react'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import type { IconProps } from '../ui/create-icon.tsx'
import { ClockIcon, MailIcon, NewspaperIcon, PackageIcon } from '../ui/icons.tsx'
import {
  BanknoteIcon,
  DashboardIcon,
  InboxIcon,
  PeopleIcon,
  QuoteIcon,
  SettingsIcon,
  TagIcon,
  WalletIcon,
} from '../ui/signed-in-icons.tsx'
import type { ShortcutKey } from './shortcuts/shortcut-keys.ts'

export type AdminLink = {
  to: string
  words: string
  icon: ComponentType<IconProps>
  shortcut?: ShortcutKey
  /** Which number stands beside it, and what it counts. */
  count?: { of: keyof OfficeCountsResponse; words: string }
}

/** What an admin opens every day. */
export const dailyLinks: readonly AdminLink[] = [
  { to: '/admin', words: 'Dashboard', icon: DashboardIcon, shortcut: 'g d' },
  { to: '/admin/products', words: 'Products', icon: TagIcon, shortcut: 'g p' },
  {
    to: '/admin/orders',
    words: 'Orders',
    icon: PackageIcon,
    shortcut: 'g o',
    count: { of: 'pendingOrders', words: 'pending' },
  },
  { to: '/admin/blog', words: 'Blog', icon: NewspaperIcon, shortcut: 'g b' },
]

/** What is looked at now and then. */
export const otherLinks: readonly AdminLink[] = [
  { to: '/admin/testimonials', words: 'Testimonials', icon: QuoteIcon },
  {
    to: '/admin/messages',
    words: 'Messages',
    icon: InboxIcon,
    count: { of: 'unreadMessages', words: 'unread' },
  },
  { to: '/admin/newsletter', words: 'Newsletter', icon: MailIcon },
  {
    to: '/admin/payments',
    words: 'Payments',
    icon: WalletIcon,
    count: { of: 'paymentsToReview', words: 'to review' },
  },
  { to: '/admin/cash', words: 'Cash', icon: BanknoteIcon },
  { to: '/admin/team', words: 'Team', icon: PeopleIcon },
  { to: '/admin/settings', words: 'Settings', icon: SettingsIcon },
  { to: '/admin/changes', words: 'Changes', icon: ClockIcon },
]
