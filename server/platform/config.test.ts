import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { settings } from './settings.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example.com',
}

const mtn = {
  PAYMENT_GATEWAY: 'mtn',
  MTN_ENVIRONMENT: 'sandbox',
  MTN_SUBSCRIPTION_KEY: '0123456789abcdef',
  MTN_API_USER: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  MTN_API_KEY: 'fedcba9876543210',
  MTN_CALLBACK_TOKEN: 'a-long-unguessable-token',
}

function mistakesIn(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n').slice(1)
  }
}

function wrongNames(env: Record<string, string>): (string | undefined)[] {
  return mistakesIn(env).map((line) => line.trim().split(' ')[0])
}

test('without any setting the server listens for this machine only, with the embedded database and test payments', () => {
  expect(readConfig({})).toEqual({
    isProduction: false,
    sampleShop: 'full',
    isLoopback: true,
    isTryout: true,
    dataDir: resolve('./data'),
    publicUrl: 'http://127.0.0.1:3000',
    server: { host: '127.0.0.1', port: 3000, trustProxy: [], requestsPerMinute: 600, lagLimitMs: 250 },
    caches: { responseBytes: 64 * 1024 * 1024, fileBytes: 48 * 1024 * 1024 },
    adminsNeedSecondFactor: false,
    orders: { perAddress: 200, perPhone: 8 },
    closing: { drainSeconds: 0, seconds: 60 },
    metrics: { token: undefined },
    log: { level: 'info' },
    database: { url: undefined, readUrl: undefined, slowQueryMs: 500 },
    storage: { kind: 'folder' },
    backup: { passphrase: undefined },
    mail: { smtpUrl: undefined, from: 'shop@localhost', to: 'shop@localhost' },
    sms: { provider: 'none' },
    whatsApp: undefined,
    phoneCodesPerDay: 200,
    payments: { gateway: 'test' },
    gatewayQuestionsPerSecond: 5,
  })
})

test('with more memory more is cached; less than a shop needs is refused', () => {
  expect(readConfig({ MEMORY_MB: '1000' }).caches).toEqual({
    responseBytes: 250 * 1024 * 1024,
    fileBytes: 166 * 1024 * 1024,
  })
  for (const wrong of ['249', '65537', 'plenty'])
    expect(wrongNames({ MEMORY_MB: wrong })).toEqual(['MEMORY_MB'])
})

test('a replica is read from only beside a database of its own', () => {
  expect(wrongNames({ DATABASE_READ_URL: 'postgres://shop@replica/shop' })).toEqual(['DATABASE_URL'])
})

test('an empty or blank setting counts as absent', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']))
  expect(readConfig(empty)).toEqual(readConfig({}))
  expect(readConfig({ PORT: '', HOST: '' })).toEqual(readConfig({}))
})

test('one message names every wrong and every missing setting, each on a line with an example', () => {
  const message = mistakesIn({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://db',
    NODE_ENV: 'production',
    PAYMENT_GATEWAY: 'paystack',
  })
  expect(message).toEqual([
    '  PORT must be a whole number from 0 to 65535. Example: PORT=8080',
    '  PUBLIC_URL is missing: it must be an address without a path that starts with http:// (in production https://). Example: PUBLIC_URL=https://shop.example.com',
    '  DATABASE_URL must be an address that starts with postgres:// or postgresql://. Example: DATABASE_URL=postgres://shop:secret@db.example.com:5432/shop',
    '  PAYSTACK_SECRET_KEY is missing: it must be the key that starts with sk_test_ or sk_live_ (in production not sk_test_). Example: PAYSTACK_SECRET_KEY=sk_test_0123456789abcdef',
  ])
})

test('the message never repeats a value, which may be a secret', () => {
  expect(
    mistakesIn({ MTN_CALLBACK_TOKEN: 'hunter2', PAYSTACK_SECRET_KEY: 'pk_live_oops' }).join(),
  ).not.toMatch(/hunter2|pk_live_oops/)
})

test('production wants https and a secret, and offers no online payment by itself', () => {
  expect(readConfig(production)).toMatchObject({ isProduction: true, payments: { gateway: 'none' } })
  expect(wrongNames({ ...production, PUBLIC_URL: 'http://shop.example.com' })).toEqual(['PUBLIC_URL'])
})

test('test payments are refused in production, where they would give goods away', () => {
  expect(wrongNames({ ...production, PAYMENT_GATEWAY: 'test' })).toEqual(['PAYMENT_GATEWAY'])
})

test('a provider of messages needs its sender and its key, WhatsApp its secrets, and fakes of both are refused in production', () => {
  expect(wrongNames({ SMS_PROVIDER: 'hubtel' })).toEqual(['SMS_SENDER', 'SMS_KEY'])
  expect(wrongNames({ SMS_PROVIDER: 'log' })).toEqual([])
  expect(wrongNames({ SMS_PROVIDER: 'arkesel', SMS_SENDER: 'A sender too long', SMS_KEY: 'key' })).toEqual([
    'SMS_SENDER',
  ])
  expect(wrongNames({ WHATSAPP_NUMBER_ID: '106540352242922' })).toEqual([
    'WHATSAPP_TOKEN',
    'WHATSAPP_APP_SECRET',
    'WHATSAPP_VERIFY_TOKEN',
  ])
  expect(wrongNames({ ...production, MESSAGE_SERVICE_URL: 'https://elsewhere.example.com' })).toEqual([
    'MESSAGE_SERVICE_URL',
  ])
  const { sms } = readConfig({ SMS_PROVIDER: 'mnotify', SMS_SENDER: 'AdomBeauty', SMS_KEY: 'key' })
  expect(sms).toEqual({
    provider: 'mnotify',
    baseUrl: 'https://api.mnotify.com',
    sender: 'AdomBeauty',
    key: 'key',
    perDay: 500,
  })
})

test('test money of MTN and Paystack, and fakes of them, are refused in production too', () => {
  const live = { ...production, ...mtn, MTN_ENVIRONMENT: 'mtnghana' }
  expect(readConfig(live).payments).toMatchObject({ baseUrl: 'https://proxy.momoapi.mtn.com' })
  expect(wrongNames({ ...live, MTN_ENVIRONMENT: 'sandbox' })).toEqual(['MTN_ENVIRONMENT'])
  expect(wrongNames({ ...live, PAYMENT_GATEWAY_URL: 'https://elsewhere.example.com' })).toEqual([
    'PAYMENT_GATEWAY_URL',
  ])
  const paystack = { ...production, PAYMENT_GATEWAY: 'paystack', PAYSTACK_SECRET_KEY: 'sk_test_12345678' }
  expect(wrongNames(paystack)).toEqual(['PAYSTACK_SECRET_KEY'])
})

test('a fake takes the place of the gateway where no money moves', () => {
  const standIn = { PAYMENT_GATEWAY_URL: 'http://127.0.0.1:4000/' }
  expect(readConfig({ ...mtn, ...standIn }).payments).toMatchObject({ baseUrl: 'http://127.0.0.1:4000' })
})

test('MTN needs all of its settings together', () => {
  expect(readConfig(mtn).payments).toEqual({
    gateway: 'mtn',
    baseUrl: 'https://sandbox.momodeveloper.mtn.com',
    environment: 'sandbox',
    subscriptionKey: '0123456789abcdef',
    apiUser: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    apiKey: 'fedcba9876543210',
    callbackToken: 'a-long-unguessable-token',
  })
  expect(wrongNames({ PAYMENT_GATEWAY: 'mtn' })).toEqual(Object.keys(mtn).slice(1))
  expect(wrongNames({ ...mtn, MTN_API_USER: 'me' })).toEqual(['MTN_API_USER'])
  expect(wrongNames({ ...mtn, MTN_DISBURSEMENT_KEY: 'a-key' })).toEqual([
    'MTN_DISBURSEMENT_API_USER',
    'MTN_DISBURSEMENT_API_KEY',
  ])
})

test('Paystack needs its secret key', () => {
  expect(
    readConfig({ PAYMENT_GATEWAY: 'paystack', PAYSTACK_SECRET_KEY: 'sk_test_12345678' }).payments,
  ).toEqual({
    gateway: 'paystack',
    baseUrl: 'https://api.paystack.co',
    secretKey: 'sk_test_12345678',
  })
  expect(wrongNames({ PAYMENT_GATEWAY: 'paystack', PAYSTACK_SECRET_KEY: 'pk_test_12345678' })).toEqual([
    'PAYSTACK_SECRET_KEY',
  ])
})

test('a mail server needs a sender; messages for the owner go to the sender unless another address is named', () => {
  expect(wrongNames({ SMTP_URL: 'smtp://mail.example.com' })).toEqual(['MAIL_FROM'])
  const mail = { SMTP_URL: 'smtp://mail.example.com:587', MAIL_FROM: 'The Shop <hello@example.com>' }
  expect(readConfig(mail).mail).toEqual({
    smtpUrl: 'smtp://mail.example.com:587',
    from: 'The Shop <hello@example.com>',
    to: 'hello@example.com',
  })
  expect(readConfig({ ...mail, MAIL_TO: 'owner@example.com' }).mail.to).toBe('owner@example.com')
})

test('a store for files needs its key and secret; without an endpoint it is Amazon’s, in the region that was named', () => {
  const store = { STORAGE: 's3://adom-beauty/shop/files/', S3_ACCESS_KEY: 'KEY', S3_SECRET_KEY: 'SECRET' }
  expect(readConfig({ ...store, S3_REGION: 'af-south-1' }).storage).toEqual({
    kind: 's3',
    bucket: 'adom-beauty',
    prefix: 'shop/files/',
    endpoint: 'https://s3.af-south-1.amazonaws.com',
    region: 'af-south-1',
    accessKey: 'KEY',
    secretKey: 'SECRET',
    handsOut: 'shop',
  })
  expect(wrongNames({ STORAGE: 's3://adom-beauty' })).toEqual(['S3_ACCESS_KEY', 'S3_SECRET_KEY'])
  expect(wrongNames({ STORAGE_PUBLIC: 'signed' })).toEqual(['STORAGE'])
  const at = 'https://cdn.example.com/shop'
  expect(readConfig({ ...store, STORAGE_PUBLIC: `${at}/` }).storage).toMatchObject({ handsOut: { at } })
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'shop.example.com'],
  ['PUBLIC_URL', 'https://shop.example.com/path'],
  ['PUBLIC_URL', 'ftp://shop.example.com'],
  ['PUBLIC_URL', 'https://user:password@shop.example.com'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '*'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'hello'],
  ['MAIL_FROM', 'a@example.com, b@example.com'],
  ['MAIL_TO', 'Name <a@example.com>'],
  ['NODE_ENV', 'staging'],
  ['PAYMENT_GATEWAY_URL', 'http://127.0.0.1:4000/path'],
  ['STORAGE', 'https://adom-beauty.example.com'],
  ['STORAGE', 's3://Adom Beauty'],
  ['STORAGE', 's3://adom-beauty/../other'],
  ['S3_ENDPOINT', 'https://store.example.com/path'],
  ['S3_REGION', 'Frankfurt am Main'],
  ['STORAGE_PUBLIC', 'http://pictures.example.com'],
  ['STORAGE_PUBLIC', "https://pictures.example.com/';script-src *"],
])('%s=%s is refused', (name, value) => {
  expect(wrongNames({ [name]: value })).toContain(name)
})

test('the database may be on another machine or on a socket', () => {
  for (const address of [
    'postgresql://shop:secret@db.example.com/shop',
    'postgres://shop:secret@/shop?host=/run/db',
  ]) {
    expect(readConfig({ DATABASE_URL: address }).database.url).toBe(address)
  }
})

test('proxies may be addresses, ranges and the names of private networks', () => {
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).server.trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '::1',
  ])
})

test('an address for every visitor is not a loopback address, and its own link says localhost', () => {
  expect(readConfig({ HOST: '127.0.0.2' })).toMatchObject({ isLoopback: true, isTryout: true })
  expect(readConfig({ HOST: '127.example.com' })).toMatchObject({ isLoopback: false, isTryout: false })
  expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({
    isLoopback: false,
    publicUrl: 'http://localhost:3000',
  })
  expect(readConfig({ HOST: '::1', PORT: '81' })).toMatchObject({
    isLoopback: true,
    publicUrl: 'http://[::1]:81',
  })
})

test.each([
  { HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://shop.example.com' },
  { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' },
])(
  'a shop that others can reach (%j) has no payments that move no money, and refuses to be told so',
  (env) => {
    expect(readConfig(env)).toMatchObject({ isTryout: false, payments: { gateway: 'none' } })
    expect(() => readConfig({ ...env, PAYMENT_GATEWAY: 'test' })).toThrow('PAYMENT_GATEWAY must be')
  },
)

test('a public address loses the slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://shop.example.com/' }).publicUrl).toBe('https://shop.example.com')
})
