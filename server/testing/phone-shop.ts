import { onTestFinished } from 'vitest'
import type { SignInResponse } from '#contract/accounts.ts'
import { openFakeMessageServices } from './fake-message-services.ts'
import { openTestShop, type TestShopSetup } from './test-shop.ts'

/** Enough to send codes by WhatsApp, too. */
const codesByWhatsApp = { WHATSAPP_CODE_TEMPLATE: 'sign_in_code' }

/** In an SMS with words around it, on WhatsApp alone. */
const codeIn = /(?:^|: )(\d{6})(?: is your code|$)/

/** A shop whose codes arrive on phones that a test can look at. */
export async function openPhoneShop({ settings, ...setup }: TestShopSetup = {}, withWhatsApp = false) {
  const services = await openFakeMessageServices()
  const lines: string[] = []
  const shop = await openTestShop({
    ...setup,
    settings: {
      ...services.settings('arkesel'),
      ...(withWhatsApp && { ...services.whatsAppSettings, ...codesByWhatsApp }),
      ...settings,
    },
    logTo: { write: (line) => lines.push(line) },
  })
  onTestFinished(async () => {
    await shop.close()
    await services.goDown()
  })
  const { ask, context } = shop
  const post = <Body = SignInResponse & { code?: string; fields?: Record<string, string>; error?: string }>(
    path: string,
    body: object,
    address?: string,
  ) => ask<Body>('POST', `/api/auth/phone/${path}`, { body, address })
  const askForCode = (phone: string, address?: string, device?: string) =>
    post('code', { phone, device }, address)
  /** The newest code that came to this number, among the notifications about its orders. */
  const readCode = (phone: string) => {
    const texts = services.arrived.filter(({ to }) => to === phone).map(({ text }) => text)
    return texts.findLast((text) => codeIn.test(text))?.match(codeIn)?.[1] ?? 'no code'
  }
  const codeFor = async (phone: string, address?: string, device?: string) => {
    const { status } = await askForCode(phone, address, device)
    if (status !== 200) throw new Error(`No code was sent: ${status}`)
    await context.jobs.runDue()
    return readCode(phone)
  }
  const enter = (phone: string, code: string, address?: string, device?: string) =>
    post('login', { phone, code, device }, address)
  const signIn = async (phone: string, address?: string, device?: string) => {
    const { body } = await enter(phone, await codeFor(phone, address, device), address, device)
    return { token: body.token, id: body.user.id }
  }
  return { ...shop, services, lines, askForCode, readCode, codeFor, enter, signIn }
}

export type PhoneShop = Awaited<ReturnType<typeof openPhoneShop>>

/** One that cannot be right. */
export function otherThan(code: string): string {
  return code === '000000' ? '111111' : '000000'
}
