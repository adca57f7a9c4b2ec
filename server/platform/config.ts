import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { shopMedia } from '#rules/web-address.ts'
import { type SettingName, settings } from './settings.ts'
import { type SettingValues, settingsSchema } from './settings-checks.ts'

export type Config = {
  isProduction: boolean
  /** Only this machine can reach the server. */
  isLoopback: boolean
  /** Nobody but this machine can reach it, whatever NODE_ENV says: it may have demo accounts and payments that move no money. */
  isTryout: boolean
  dataDir: string
  /** Without a slash at its end. */
  publicUrl: string
  server: { host: string; port: number; trustProxy: string[]; requestsPerMinute: number; lagLimitMs: number }
  /** What may be kept in memory, so that it need not be made or fetched again. */
  caches: { responseBytes: number; fileBytes: number }
  /** What the first start of an empty shop puts into it. */
  sampleShop: 'full' | 'none'
  /** The back office stays closed to an admin who signs in with the password alone. */
  adminsNeedSecondFactor: boolean
  /** How many orders are taken within ten minutes. */
  orders: { perAddress: number; perPhone: number }
  /** How the shop leaves: this long it still serves everybody, then this long it finishes what is under way. */
  closing: { drainSeconds: number; seconds: number }
  /** No token: nobody is shown any figures. */
  metrics: { token: string | undefined }
  log: { level: SettingValues['LOG_LEVEL'] }
  /** No url: the embedded database. No readUrl: lists and figures are read where everything is. */
  database: { url: string | undefined; readUrl: string | undefined; slowQueryMs: number }
  storage: StorageConfig
  /** No passphrase: backups are readable for whoever has the file. */
  backup: { passphrase: string | undefined }
  /** No smtpUrl: mails become files. */
  mail: { smtpUrl: string | undefined; from: string; to: string }
  sms: SmsConfig
  /** Undefined: WhatsApp only as a chat that a person writes. */
  whatsApp: WhatsAppConfig | undefined
  /** How many codes to sign in are sent to phones within 24 hours; 0: nobody signs in by phone. */
  phoneCodesPerDay: number
  payments: PaymentsConfig
  /** How often all processes together may ask the gateway how a payment stands. */
  gatewayQuestionsPerSecond: number
}

/** None: people of the shop tell customers by hand. */
export type SmsConfig =
  | { provider: 'none' }
  | { provider: 'log' }
  | {
      provider: 'hubtel' | 'arkesel' | 'mnotify'
      baseUrl: string
      sender: string
      key: string
      perDay: number
    }

export type WhatsAppConfig = {
  baseUrl: string
  numberId: string
  token: string
  appSecret: string
  verifyToken: string
  template: string
  /** Undefined: codes to sign in go by SMS alone. */
  codeTemplate: string | undefined
  offerTemplate: string | undefined
}

export type PaymentsConfig =
  | { gateway: 'none' }
  | { gateway: 'test' }
  | { gateway: 'paystack'; baseUrl: string; secretKey: string }
  | {
      gateway: 'mtn'
      baseUrl: string
      environment: 'sandbox' | 'mtnghana'
      subscriptionKey: string
      apiUser: string
      apiKey: string
      callbackToken: string
      /** Undefined: money goes back by hand. */
      disbursement: MtnKeys | undefined
    }

export type MtnKeys = { subscriptionKey: string; apiUser: string; apiKey: string }

export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Given = Partial<Record<SettingName, string>>

export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(settings).map((name) => [name, env[name]?.trim() || undefined]),
  ) as Given
  const read = settingsSchema.safeParse(given)
  const wrong = read.error?.issues.map((issue) => String(issue.path[0])) ?? []
  const refused = [...wrong, ...refusedHere(given)]
  const missing = requiredBy(given).filter((name) => given[name] === undefined)
  if (!read.success || refused.length + missing.length > 0) throw mistakes(refused, missing)
  return arrange(read.data)
}

function isTryout({ NODE_ENV, HOST, PUBLIC_URL }: Pick<Given, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL'>): boolean {
  return NODE_ENV !== 'production' && isLoopback(HOST ?? 'localhost') && !PUBLIC_URL?.startsWith('https:')
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function refusedHere(given: Given): SettingName[] {
  const refused: SettingName[] = []
  if (given.PAYMENT_GATEWAY === 'test' && !isTryout(given)) refused.push('PAYMENT_GATEWAY')
  if (given.NODE_ENV !== 'production') return refused
  if (given.PUBLIC_URL?.startsWith('http://')) refused.push('PUBLIC_URL')
  if (given.PAYMENT_GATEWAY_URL) refused.push('PAYMENT_GATEWAY_URL')
  if (given.MESSAGE_SERVICE_URL) refused.push('MESSAGE_SERVICE_URL')
  if (given.MTN_ENVIRONMENT === 'sandbox') refused.push('MTN_ENVIRONMENT')
  if (given.PAYSTACK_SECRET_KEY?.startsWith('sk_test_')) refused.push('PAYSTACK_SECRET_KEY')
  return refused
}

const disbursementSettings = [
  'MTN_DISBURSEMENT_KEY',
  'MTN_DISBURSEMENT_API_USER',
  'MTN_DISBURSEMENT_API_KEY',
] as const satisfies SettingName[]

function requiredBy(given: Given): SettingName[] {
  const required: SettingName[] = []
  if (given.NODE_ENV === 'production') required.push('PUBLIC_URL')
  if (given.DATABASE_READ_URL) required.push('DATABASE_URL')
  if (given.STORAGE) required.push('S3_ACCESS_KEY', 'S3_SECRET_KEY')
  if (given.STORAGE_PUBLIC) required.push('STORAGE')
  if (given.SMTP_URL) required.push('MAIL_FROM')
  if (given.SMS_PROVIDER && given.SMS_PROVIDER !== 'log') required.push('SMS_SENDER', 'SMS_KEY')
  if (given.WHATSAPP_NUMBER_ID) {
    required.push('WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN')
  }
  if (given.PAYMENT_GATEWAY === 'paystack') required.push('PAYSTACK_SECRET_KEY')
  if (given.PAYMENT_GATEWAY === 'mtn') {
    required.push(
      'MTN_ENVIRONMENT',
      'MTN_SUBSCRIPTION_KEY',
      'MTN_API_USER',
      'MTN_API_KEY',
      'MTN_CALLBACK_TOKEN',
    )
  }
  if (disbursementSettings.some((name) => given[name])) required.push(...disbursementSettings)
  return required
}

/** Names each setting once and never repeats its value, which may be a secret. */
function mistakes(refused: string[], missing: SettingName[]): ConfigError {
  const lines = Object.entries(settings).flatMap(([name, { expected, example }]) => {
    const isMissing = missing.some((each) => each === name)
    if (!isMissing && !refused.includes(name)) return []
    const fault = isMissing ? 'is missing: it must be' : 'must be'
    return [`  ${name} ${fault} ${expected}. Example: ${name}=${example}`]
  })
  return new ConfigError(['These settings need a correction:', ...lines].join('\n'))
}

function arrange(values: SettingValues): Config {
  const { HOST: host, PORT: port, MAIL_FROM: from } = values
  const isProduction = values.NODE_ENV === 'production'
  return {
    isProduction,
    isLoopback: isLoopback(host),
    isTryout: isTryout(values),
    dataDir: resolve(values.DATA_DIR),
    publicUrl: values.PUBLIC_URL ?? localAddress(host, port),
    server: {
      host,
      port,
      trustProxy: values.TRUST_PROXY,
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
      lagLimitMs: values.LAG_LIMIT_MS,
    },
    caches: {
      responseBytes: shareOf(values.MEMORY_MB, 1 / 4, 64),
      fileBytes: shareOf(values.MEMORY_MB, 1 / 6, 48),
    },
    sampleShop: values.SAMPLE_SHOP ?? (isProduction ? 'none' : 'full'),
    adminsNeedSecondFactor: values.ADMIN_SECOND_FACTOR === 'required',
    orders: { perAddress: values.ORDERS_PER_ADDRESS, perPhone: values.ORDERS_PER_PHONE },
    closing: {
      drainSeconds: values.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
      seconds: values.CLOSING_SECONDS,
    },
    metrics: { token: values.METRICS_TOKEN },
    log: { level: values.LOG_LEVEL },
    database: {
      url: values.DATABASE_URL,
      readUrl: values.DATABASE_READ_URL,
      slowQueryMs: values.SLOW_QUERY_MS,
    },
    storage: arrangeStorage(values),
    backup: { passphrase: values.BACKUP_PASSPHRASE },
    mail: {
      smtpUrl: values.SMTP_URL,
      from,
      to: values.MAIL_TO ?? from.replace(/^.*<(.*)>$/, '$1'),
    },
    sms: arrangeSms(values),
    whatsApp: arrangeWhatsApp(values),
    phoneCodesPerDay: values.PHONE_CODES_PER_DAY,
    payments: arrangePayments(values),
    gatewayQuestionsPerSecond: values.GATEWAY_QUESTIONS_PER_SECOND,
  }
}

/** A part of all memory, and never less than what a small shop needs. */
function shareOf(megabytes: number, share: number, leastMegabytes: number): number {
  return Math.max(leastMegabytes, Math.floor(megabytes * share)) * 1024 * 1024
}

const smsAddresses = {
  hubtel: 'https://sms.hubtel.com',
  arkesel: 'https://sms.arkesel.com',
  mnotify: 'https://api.mnotify.com',
}

function arrangeSms(values: SettingValues): SmsConfig {
  const { SMS_PROVIDER: provider = 'none', SMS_PER_DAY: perDay } = values
  if (provider === 'none' || provider === 'log') return { provider }
  const baseUrl = values.MESSAGE_SERVICE_URL ?? smsAddresses[provider]
  return { provider, baseUrl, sender: present(values.SMS_SENDER), key: present(values.SMS_KEY), perDay }
}

function arrangeWhatsApp(values: SettingValues): WhatsAppConfig | undefined {
  if (values.WHATSAPP_NUMBER_ID === undefined) return undefined
  return {
    baseUrl: values.MESSAGE_SERVICE_URL ?? 'https://graph.facebook.com',
    numberId: values.WHATSAPP_NUMBER_ID,
    token: present(values.WHATSAPP_TOKEN),
    appSecret: present(values.WHATSAPP_APP_SECRET),
    verifyToken: present(values.WHATSAPP_VERIFY_TOKEN),
    template: values.WHATSAPP_TEMPLATE,
    codeTemplate: values.WHATSAPP_CODE_TEMPLATE,
    offerTemplate: values.WHATSAPP_OFFER_TEMPLATE,
  }
}

const mtnAddresses = {
  sandbox: 'https://sandbox.momodeveloper.mtn.com',
  mtnghana: 'https://proxy.momoapi.mtn.com',
}

function arrangePayments(values: SettingValues): PaymentsConfig {
  const gateway = values.PAYMENT_GATEWAY ?? (isTryout(values) ? 'test' : 'none')
  const elsewhere = values.PAYMENT_GATEWAY_URL
  if (gateway === 'paystack') {
    const baseUrl = elsewhere ?? 'https://api.paystack.co'
    return { gateway, baseUrl, secretKey: present(values.PAYSTACK_SECRET_KEY) }
  }
  if (gateway !== 'mtn') return { gateway }
  const environment = present(values.MTN_ENVIRONMENT)
  return {
    gateway,
    baseUrl: elsewhere ?? mtnAddresses[environment],
    environment,
    subscriptionKey: present(values.MTN_SUBSCRIPTION_KEY),
    apiUser: present(values.MTN_API_USER),
    apiKey: present(values.MTN_API_KEY),
    callbackToken: present(values.MTN_CALLBACK_TOKEN),
    disbursement: arrangeDisbursement(values),
  }
}

function arrangeDisbursement(values: SettingValues): MtnKeys | undefined {
  const { MTN_DISBURSEMENT_KEY: subscriptionKey } = values
  if (subscriptionKey === undefined) return undefined
  return {
    subscriptionKey,
    apiUser: present(values.MTN_DISBURSEMENT_API_USER),
    apiKey: present(values.MTN_DISBURSEMENT_API_KEY),
  }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new ConfigError('A required setting slipped through the check')
  return value
}

function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where the shop's files lie. */
type StorageConfig = { kind: 'folder' } | S3Config

export type S3Config = {
  kind: 's3'
  bucket: string
  /** Empty, or a folder in the bucket with a slash at its end. */
  prefix: string
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  /** Who hands pictures to browsers: the shop, the store by signed addresses, or whoever listens at an address. */
  handsOut: 'shop' | 'signed' | { at: string }
}

function arrangeStorage(values: SettingValues): StorageConfig {
  const { STORAGE: storage, S3_REGION: region, STORAGE_PUBLIC: handedOut } = values
  if (storage === undefined) return { kind: 'folder' }
  const [bucket = '', ...folders] = storage.replace('s3://', '').split('/').filter(Boolean)
  return {
    kind: 's3',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKey: values.S3_ACCESS_KEY ?? '',
    secretKey: values.S3_SECRET_KEY ?? '',
    handsOut: handedOut === undefined ? 'shop' : handedOut === 'signed' ? 'signed' : { at: handedOut },
  }
}

/** Where pages point for pictures: the shop's own address, unless somebody else hands them out. */
export function picturesAt(storage: StorageConfig): string {
  return storage.kind === 's3' && typeof storage.handsOut === 'object' ? storage.handsOut.at : shopMedia
}

/** The one foreign place that browsers may load pictures from, if there is one. */
export function pictureOrigin(storage: StorageConfig): string | null {
  if (storage.kind === 'folder' || storage.handsOut === 'shop') return null
  return storage.handsOut === 'signed' ? storage.endpoint : new URL(storage.handsOut.at).origin
}

/** Where package.json lies: two folders up, from here as from build/shop, into which `npm start` puts the server. */
export const projectFolder = new URL('../../', import.meta.url)
