import type { Config } from '#server/platform/config.ts'
import type { PhoneChannel } from './phone-message.ts'
import { openSms } from './sms-providers.ts'
import { openWhatsApp } from './whatsapp.ts'

/** Which of them send by themselves. */
export function phoneWaysOf(config: Pick<Config, 'whatsApp' | 'sms'>): Record<PhoneChannel['name'], boolean> {
  const names = openPhoneChannels(config).map(({ name }) => name)
  return { sms: names.includes('sms'), whatsapp: names.includes('whatsapp') }
}

/** In the order in which they are tried. */
export function openPhoneChannels({ whatsApp, sms }: Pick<Config, 'whatsApp' | 'sms'>): PhoneChannel[] {
  const channels: PhoneChannel[] = []
  if (whatsApp) channels.push(openWhatsApp(whatsApp))
  if (sms.provider !== 'none' && sms.provider !== 'log') channels.push(openSms(sms))
  return channels
}
