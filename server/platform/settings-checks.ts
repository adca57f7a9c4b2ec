import { isIP } from 'node:net'
import { z } from 'zod'
import type { SettingName } from './settings.ts'

const address = '[^\\s@<>",;]{1,64}@[^\\s@<>",;]{1,255}'
const withoutSpaces = z.string().regex(/^\S{1,500}$/)

const upToAMillion = z
  .string()
  .regex(/^[1-9]\d{0,5}$|^1000000$/)
  .transform(Number)

const checks = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65535)
    .default(3000),
  HOST: z.string().refine(isHost).default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin)
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .refine((list) => list.every(isProxy))
    .default([]),
  REQUESTS_PER_MINUTE: upToAMillion.default(600),
  ORDERS_PER_ADDRESS: upToAMillion.default(200),
  ORDERS_PER_PHONE: upToAMillion.default(8),
  LAG_LIMIT_MS: wholeUpTo(60_000).default(250),
  MEMORY_MB: wholeUpTo(65_536)
    .refine((megabytes) => megabytes >= 250)
    .default(250),
  DRAIN_SECONDS: wholeUpTo(300).optional(),
  CLOSING_SECONDS: wholeUpTo(3_600).default(60),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/)
    .optional(),
  SLOW_QUERY_MS: wholeUpTo(60_000).default(500),
  SAMPLE_SHOP: z.enum(['full', 'none']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: startsWith('postgres:', 'postgresql:').optional(),
  DATABASE_READ_URL: startsWith('postgres:', 'postgresql:').optional(),
  STORAGE: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[a-z0-9][a-z0-9._-]{0,60}){0,5}\/?$/)
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine(isOrigin)
    .transform((url) => new URL(url).origin)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY: withoutSpaces.optional(),
  S3_SECRET_KEY: withoutSpaces.optional(),
  STORAGE_PUBLIC: z
    .string()
    .refine((text) => text === 'signed' || isPublicFolder(text))
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12).max(500).optional(),
  SMTP_URL: startsWith('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(new RegExp(`^(?:${address}|[^\\r\\n<>",;]{1,100} <${address}>)$`))
    .default('shop@localhost'),
  MAIL_TO: z
    .string()
    .regex(new RegExp(`^${address}$`))
    .optional(),
  SMS_PROVIDER: z.enum(['hubtel', 'arkesel', 'mnotify', 'log']).optional(),
  SMS_SENDER: z
    .string()
    .regex(/^[A-Za-z0-9 ]{1,11}$/)
    .optional(),
  SMS_KEY: withoutSpaces.optional(),
  SMS_PER_DAY: upToAMillion.default(500),
  WHATSAPP_NUMBER_ID: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  WHATSAPP_TOKEN: withoutSpaces.optional(),
  WHATSAPP_APP_SECRET: withoutSpaces.optional(),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/)
    .optional(),
  WHATSAPP_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,200}$/)
    .default('order_update'),
  WHATSAPP_CODE_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,200}$/)
    .optional(),
  WHATSAPP_OFFER_TEMPLATE: z
    .string()
    .regex(/^[a-z0-9_]{1,200}$/)
    .optional(),
  PHONE_CODES_PER_DAY: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .default(200),
  MESSAGE_SERVICE_URL: z
    .string()
    .refine(isOrigin)
    .transform((url) => new URL(url).origin)
    .optional(),
  PAYMENT_GATEWAY: z.enum(['test', 'mtn', 'paystack', 'none']).optional(),
  PAYMENT_GATEWAY_URL: z
    .string()
    .refine(isOrigin)
    .transform((url) => new URL(url).origin)
    .optional(),
  GATEWAY_QUESTIONS_PER_SECOND: upToAMillion.default(5),
  MTN_ENVIRONMENT: z.enum(['sandbox', 'mtnghana']).optional(),
  MTN_SUBSCRIPTION_KEY: withoutSpaces.optional(),
  MTN_API_USER: z.uuid().optional(),
  MTN_API_KEY: withoutSpaces.optional(),
  MTN_CALLBACK_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/)
    .optional(),
  MTN_DISBURSEMENT_KEY: withoutSpaces.optional(),
  MTN_DISBURSEMENT_API_USER: z.uuid().optional(),
  MTN_DISBURSEMENT_API_KEY: withoutSpaces.optional(),
  PAYSTACK_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\w{8,200}$/)
    .optional(),
} satisfies Record<SettingName, z.ZodType>

export const settingsSchema = z.object(checks)

export type SettingValues = z.infer<typeof settingsSchema>

function wholeUpTo(most: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((number) => number <= most)
}

function isHost(host: string): boolean {
  return isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host)
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url.host !== '' && (text === url.origin || text === `${url.origin}/`)
}

/** Plain letters only: the address becomes a part of every page and of the policy that guards it. */
function isPublicFolder(text: string): boolean {
  return (
    /^https:\/\/[a-z0-9.-]{1,250}(:\d{1,5})?(\/[a-z0-9._-]{1,100}){0,5}\/?$/.test(text) && URL.canParse(text)
  )
}

/** Believing everybody (`true` or `*`) is refused: any visitor could then pretend to be another address. */
function isProxy(proxy: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(proxy)) return true
  const [address = '', bits, ...more] = proxy.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** A database on a socket has an address without a machine: postgres://name:password@/shop?host=/folder */
function startsWith(...protocols: string[]) {
  return z
    .string()
    .refine((text) => protocols.includes(URL.parse(text.replace('@/', '@socket/'))?.protocol ?? ''))
}
