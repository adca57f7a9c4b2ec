export type Setting = {
  /** What holds when the setting is absent, in words for the settings table. */
  standard: string
  meaning: string
  expected: string
  example: string
}

export const settings = {
  NODE_ENV: {
    standard: 'development',
    meaning: 'production switches on the strict checks: https, no test payments, no demo accounts',
    expected: 'development, test or production',
    example: 'production',
  },
  PORT: {
    standard: '3000',
    meaning: 'Port to listen on; 0 takes any free one',
    expected: 'a whole number from 0 to 65535',
    example: '8080',
  },
  HOST: {
    standard: '127.0.0.1',
    meaning: 'Address to listen on; the standard one is reachable from this machine only',
    expected: 'an IP address or a host name',
    example: '0.0.0.0',
  },
  PUBLIC_URL: {
    standard: 'http://HOST:PORT',
    meaning: 'Public address of the shop; links in e-mails start with it. Required in production',
    expected: 'an address without a path that starts with http:// (in production https://)',
    example: 'https://shop.example.com',
  },
  TRUST_PROXY: {
    standard: 'none',
    meaning: 'Proxies whose forwarding headers (visitor’s address, protocol) are trusted',
    expected: 'IP addresses or ranges with commas between them, or loopback, linklocal, uniquelocal',
    example: '10.0.0.0/8',
  },
  REQUESTS_PER_MINUTE: {
    standard: '600',
    meaning: 'Requests per minute from one address; more are answered with 429',
    expected: 'a whole number from 1 to 1000000',
    example: '1200',
  },
  ORDERS_PER_ADDRESS: {
    standard: '200',
    meaning: 'Orders from one address within ten minutes; many phones share one address',
    expected: 'a whole number from 1 to 1000000',
    example: '500',
  },
  ORDERS_PER_PHONE: {
    standard: '8',
    meaning: 'Orders for one phone number within ten minutes',
    expected: 'a whole number from 1 to 1000000',
    example: '20',
  },
  LAG_LIMIT_MS: {
    standard: '250',
    meaning:
      'Event loop lag, as the median of two seconds in a row while many ask at once, above which requests are answered with 503; 0 switches it off',
    expected: 'a whole number of milliseconds from 0 to 60000',
    example: '500',
  },
  MEMORY_MB: {
    standard: '250',
    meaning:
      'Memory that this process may use, without PostgreSQL. More makes rendering cheaper and caches larger; below 250 nothing is gained',
    expected: 'a whole number from 250 to 65536',
    example: '500',
  },
  DRAIN_SECONDS: {
    standard: '0; in production 5',
    meaning: 'After SIGTERM, how long all requests are still served while /readyz answers 503',
    expected: 'a whole number of seconds from 0 to 300',
    example: '10',
  },
  CLOSING_SECONDS: {
    standard: '60',
    meaning: 'After that, how long requests and uploads in progress may take before they are cut off',
    expected: 'a whole number of seconds from 0 to 3600',
    example: '300',
  },
  ADMIN_SECOND_FACTOR: {
    standard: 'optional',
    meaning:
      'Whether admins must sign in with a code of an authenticator app: required keeps the back office closed to an admin until they have set it up under Account',
    expected: 'optional or required',
    example: 'required',
  },
  METRICS_TOKEN: {
    standard: 'no metrics',
    meaning: 'Bearer token for /metrics (Prometheus); without it the page does not exist',
    expected: 'at least 16 letters, digits, - or _',
    example: 'the output of: openssl rand -hex 24',
  },
  SLOW_QUERY_MS: {
    standard: '500',
    meaning: 'Queries that take longer are logged, without their values; 0 logs none',
    expected: 'a whole number of milliseconds from 0 to 60000',
    example: '200',
  },
  SAMPLE_SHOP: {
    standard: 'full; in production none',
    meaning:
      'What the first start puts into an empty shop: full is the sample shop; none leaves it empty and closed, and prints a link with which the owner makes the first account',
    expected: 'full or none',
    example: 'none',
  },
  LOG_LEVEL: {
    standard: 'info',
    meaning: 'How much is logged',
    expected: 'fatal, error, warn, info, debug, trace or silent',
    example: 'debug',
  },
  DATA_DIR: {
    standard: './data',
    meaning: 'Folder for the embedded database, pictures (without STORAGE) and unsent e-mails',
    expected: 'the path of a folder',
    example: '/var/lib/shop',
  },
  DATABASE_URL: {
    standard: 'the embedded PostgreSQL',
    meaning: 'Another PostgreSQL to use instead of the embedded one',
    expected: 'an address that starts with postgres:// or postgresql://',
    example: 'postgres://shop:secret@db.example.com:5432/shop',
  },
  DATABASE_READ_URL: {
    standard: 'none: DATABASE_URL answers everything',
    meaning:
      'A streaming replica of the database of DATABASE_URL, which answers lists, searches, figures and exports while it is up to date',
    expected: 'an address that starts with postgres:// or postgresql://',
    example: 'postgres://shop:secret@replica.example.com:5432/shop',
  },
  STORAGE: {
    standard: 'a folder in DATA_DIR',
    meaning: 'Bucket of an S3-compatible store for pictures, with or without a folder in it',
    expected: 's3:// and the name of a bucket, with or without a folder',
    example: 's3://adom-beauty/shop',
  },
  S3_ENDPOINT: {
    standard: 'Amazon’s own of S3_REGION',
    meaning: 'Address of the S3-compatible store',
    expected: 'an address without a path that starts with http:// or https://',
    example: 'https://s3.eu-central-003.backblazeb2.com',
  },
  S3_REGION: {
    standard: 'us-east-1',
    meaning: 'Region of the bucket, as the store calls it',
    expected: 'lower-case letters, digits and dashes',
    example: 'eu-central-1',
  },
  S3_ACCESS_KEY: {
    standard: 'none',
    meaning: 'Key that may read, write, delete and list in the bucket. Required with STORAGE',
    expected: 'the key from the store, without spaces',
    example: 'AKIAIOSFODNN7EXAMPLE',
  },
  S3_SECRET_KEY: {
    standard: 'none',
    meaning: 'Secret of that key. Required with STORAGE',
    expected: 'the secret from the store, without spaces',
    example: 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY',
  },
  STORAGE_PUBLIC: {
    standard: 'the shop serves pictures itself',
    meaning:
      'Public address of the stored files (a CDN or the store itself), used in pages. Or signed: the shop redirects browsers to the store with an address that is valid for a day. Needs STORAGE',
    expected: 'an address that starts with https://, or signed',
    example: 'https://pictures.example.com',
  },
  BACKUP_PASSPHRASE: {
    standard: 'backups are not encrypted',
    meaning:
      'Encrypts what `shop backup` writes; `shop restore` needs the same. Lost, no encrypted backup can be read',
    expected: 'at least 12 characters',
    example: 'the output of: openssl rand -base64 24',
  },
  SMTP_URL: {
    standard: 'e-mails are written to DATA_DIR/outbox',
    meaning: 'Mail server to send through. With it, accounts and newsletter addresses are confirmed by mail',
    expected: 'an address that starts with smtp:// or smtps://',
    example: 'smtps://user:password@mail.example.com:465',
  },
  MAIL_FROM: {
    standard: 'shop@localhost',
    meaning: 'Sender of all e-mails. Required with SMTP_URL',
    expected: 'a mail address, with or without a name',
    example: 'The Shop <hello@example.com>',
  },
  MAIL_TO: {
    standard: 'the address of MAIL_FROM',
    meaning: 'Recipient of e-mails for the owner',
    expected: 'a mail address',
    example: 'owner@example.com',
  },
  SMS_PROVIDER: {
    standard: 'none: a list in the back office shows who is to be told by hand',
    meaning: 'Who sends messages about orders to phones. log writes them to the log, for development',
    expected: 'hubtel, arkesel, mnotify or log',
    example: 'arkesel',
  },
  SMS_SENDER: {
    standard: 'none',
    meaning:
      'Sender that stands on an SMS, registered with the provider. Required with SMS_PROVIDER, except log',
    expected: 'up to 11 letters, digits and spaces',
    example: 'AdomBeauty',
  },
  SMS_KEY: {
    standard: 'none',
    meaning:
      'Key from the SMS provider; for Hubtel the client id, a colon and the client secret. Required with SMS_PROVIDER, except log',
    expected: 'the key without spaces',
    example: '0123456789abcdef0123456789abcdef',
  },
  SMS_PER_DAY: {
    standard: '500',
    meaning:
      'Most parts of SMS that the shop sends within 24 hours (a long text has several); whoever comes after is told by hand',
    expected: 'a whole number from 1 to 1000000',
    example: '2000',
  },
  WHATSAPP_NUMBER_ID: {
    standard: 'none: no messages by WhatsApp’s own service',
    meaning:
      'Phone number id of WhatsApp’s Cloud API. With it and the settings below, messages go to WhatsApp first and by SMS if they cannot arrive there',
    expected: 'up to 20 digits',
    example: '106540352242922',
  },
  WHATSAPP_TOKEN: {
    standard: 'none',
    meaning: 'Access token of the Cloud API. Required with WHATSAPP_NUMBER_ID',
    expected: 'the token without spaces',
    example: 'EAAJB0123456789abcdef',
  },
  WHATSAPP_APP_SECRET: {
    standard: 'none',
    meaning: 'App secret with which Meta signs its calls. Required with WHATSAPP_NUMBER_ID',
    expected: 'the secret without spaces',
    example: '0123456789abcdef0123456789abcdef',
  },
  WHATSAPP_VERIFY_TOKEN: {
    standard: 'none',
    meaning:
      'Word of your own that Meta repeats when its webhook is set up. Required with WHATSAPP_NUMBER_ID',
    expected: 'at least 16 letters, digits, - or _',
    example: 'the output of: openssl rand -hex 24',
  },
  WHATSAPP_TEMPLATE: {
    standard: 'order_update',
    meaning: 'Name of the approved template (language en) with three places: shop, what happened, link',
    expected: 'lower-case letters, digits and _',
    example: 'order_update',
  },
  WHATSAPP_CODE_TEMPLATE: {
    standard: 'none: codes to sign in go by SMS',
    meaning:
      'Name of the approved authentication template (language en) with a button that copies the code. With it, codes go to WhatsApp first; whoever asks for another one gets an SMS',
    expected: 'lower-case letters, digits and _',
    example: 'sign_in_code',
  },
  WHATSAPP_OFFER_TEMPLATE: {
    standard: 'none: offers go by SMS and e-mail',
    meaning:
      'Name of the approved marketing template (language en) with three places: shop, offer, link. It has to say that STOP ends the offers. With it, offers can go by WhatsApp',
    expected: 'lower-case letters, digits and _',
    example: 'offer',
  },
  PHONE_CODES_PER_DAY: {
    standard: '200',
    meaning:
      'Most codes to sign in that the shop sends to phones within 24 hours, so that strangers cannot use up the credit; they do not count for SMS_PER_DAY. 0 switches signing in by phone off',
    expected: 'a whole number from 0 to 999999',
    example: '200',
  },
  MESSAGE_SERVICE_URL: {
    standard: 'the providers’ own addresses',
    meaning: 'Address of fake SMS and WhatsApp services, for tests and development; refused in production',
    expected: 'an address without a path that starts with http:// or https:// (in production none)',
    example: 'http://127.0.0.1:4001',
  },
  PAYMENT_GATEWAY: {
    standard: 'none; test where only this machine can reach the shop',
    meaning:
      'Gateway for online payments; test moves no money and is refused in production, on an https address and where HOST lets others in',
    expected: 'mtn, paystack or none; test only outside production, without https and on a loopback HOST',
    example: 'mtn',
  },
  PAYMENT_GATEWAY_URL: {
    standard: 'the gateway’s own address',
    meaning: 'Address of a fake MTN or Paystack, for tests and development; refused in production',
    expected: 'an address without a path that starts with http:// or https:// (in production none)',
    example: 'http://127.0.0.1:4000',
  },
  GATEWAY_QUESTIONS_PER_SECOND: {
    standard: '5',
    meaning: 'Requests per second to the gateway, by all processes together',
    expected: 'a whole number from 1 to 1000000',
    example: '20',
  },
  MTN_ENVIRONMENT: {
    standard: 'none',
    meaning:
      'MTN system to use; sandbox moves no money and is refused in production. Required with PAYMENT_GATEWAY=mtn, as all MTN settings',
    expected: 'sandbox or mtnghana (in production not sandbox)',
    example: 'mtnghana',
  },
  MTN_SUBSCRIPTION_KEY: {
    standard: 'none',
    meaning: 'Primary key of the Collections subscription',
    expected: 'the key from the MTN developer portal, without spaces',
    example: '0123456789abcdef0123456789abcdef',
  },
  MTN_API_USER: {
    standard: 'none',
    meaning: 'API user of the Collections product',
    expected: 'a UUID',
    example: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  },
  MTN_API_KEY: {
    standard: 'none',
    meaning: 'Key of the API user',
    expected: 'the key from the MTN portal, without spaces',
    example: 'fedcba9876543210fedcba9876543210',
  },
  MTN_CALLBACK_TOKEN: {
    standard: 'none',
    meaning: 'Secret part of the webhook address for MTN',
    expected: 'at least 16 letters, digits, - or _',
    example: 'the output of: openssl rand -hex 24',
  },
  MTN_DISBURSEMENT_KEY: {
    standard: 'refunds are paid by hand',
    meaning:
      'Primary key of the Disbursements subscription: with it and the two settings below, refunds are sent by MTN',
    expected: 'the key from the MTN developer portal, without spaces',
    example: '89abcdef0123456789abcdef01234567',
  },
  MTN_DISBURSEMENT_API_USER: {
    standard: 'none',
    meaning: 'API user of the Disbursements product. Required with MTN_DISBURSEMENT_KEY',
    expected: 'a UUID',
    example: '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
  },
  MTN_DISBURSEMENT_API_KEY: {
    standard: 'none',
    meaning: 'Key of that API user. Required with MTN_DISBURSEMENT_KEY',
    expected: 'the key from the MTN portal, without spaces',
    example: '76543210fedcba9876543210fedcba98',
  },
  PAYSTACK_SECRET_KEY: {
    standard: 'none',
    meaning: 'Secret key. Required with PAYMENT_GATEWAY=paystack',
    expected: 'the key that starts with sk_test_ or sk_live_ (in production not sk_test_)',
    example: 'sk_test_0123456789abcdef',
  },
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
