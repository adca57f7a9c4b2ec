import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CampaignFields,
  campaignStates,
  checkCampaign,
  fillCampaign,
  firstNameOf,
  isOfferTime,
  mayBecome,
  nextOfferTime,
  partsOfCampaign,
  priceOfCampaign,
  reserveForOrders,
  smsOfCampaign,
} from './campaigns.ts'

const fields: CampaignFields = {
  name: 'Easter',
  channel: 'sms',
  subject: '',
  text: 'Hello {name}, 20% off: {link}',
  link: '/shop',
  days: 90,
  category: 'serum',
  town: 'Tema',
}

test('an offer needs a name, a text with known places, a page of the shop, and days where something was bought', () => {
  expect(checkCampaign(fields)).toEqual({})
  expect(checkCampaign({ ...fields, name: ' ', text: '', link: 'https://elsewhere.example' })).toEqual({
    name: 'Please give it a name',
    text: 'Please enter a text',
    link: 'Please enter a page of the shop, such as /shop',
  })
  expect(checkCampaign({ ...fields, text: 'Hello {nmae}' }).text).toContain('{nmae} means nothing')
  expect(checkCampaign({ ...fields, link: '//elsewhere.example' }).link).toBeDefined()
  expect(checkCampaign({ ...fields, days: null }).days).toContain('how long ago')
  expect(checkCampaign({ ...fields, days: null, category: '', town: '' })).toEqual({})
  expect(checkCampaign({ ...fields, days: 366 }).days).toContain('from 1 to 365')
  expect(checkCampaign({ ...fields, channel: 'email' })).toEqual({ subject: 'Please enter a subject' })
  expect(checkCampaign({ ...fields, text: 'a'.repeat(301) }).text).toBe('Please use at most 300 characters')
})

test('offers go out from 8 to 19, Monday to Saturday, and the quiet hours end at the next 8 o’clock', () => {
  const at = (text: string) => new Date(`2026-03-${text}:00Z`)
  // The 5th is a Thursday, the 8th a Sunday.
  expect(isOfferTime(at('05T07:59'))).toBe(false)
  expect(isOfferTime(at('05T08:00'))).toBe(true)
  expect(isOfferTime(at('05T18:59'))).toBe(true)
  expect(isOfferTime(at('05T19:00'))).toBe(false)
  expect(isOfferTime(at('08T12:00'))).toBe(false)
  expect(nextOfferTime(at('05T12:34'))).toEqual(at('05T12:34'))
  expect(nextOfferTime(at('05T03:00'))).toEqual(at('05T08:00'))
  expect(nextOfferTime(at('05T19:00'))).toEqual(at('06T08:00'))
  expect(nextOfferTime(at('07T19:00'))).toEqual(at('09T08:00'))
  expect(nextOfferTime(at('08T09:00'))).toEqual(at('09T08:00'))
})

test('whenever it is, the next offer waits for at most 37 hours and then may go out', () => {
  const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyTime, (now) => {
      const next = nextOfferTime(now)
      expect(isOfferTime(next)).toBe(true)
      expect(next.getTime() - now.getTime()).toBeGreaterThanOrEqual(0)
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(37 * 3_600_000)
    }),
  )
})

test('people are called by their first name where it looks like one; in an SMS no letter doubles the price', () => {
  expect(firstNameOf('  Ama  Serwaa', 'sms')).toBe('Ama')
  expect(firstNameOf('Ɛsi Mensah', 'sms')).toBe('Esi')
  expect(firstNameOf('Ɛsi Mensah', 'email')).toBe('Ɛsi')
  expect(firstNameOf('李 Wei', 'sms')).toBe('customer')
  expect(firstNameOf('https://evil.example Ama', 'email')).toBe('customer')
  expect(firstNameOf('', 'sms')).toBe('customer')
})

const shop = { shopName: 'Adom Beauty', url: 'https://adom.example/shop', publicUrl: 'https://adom.example' }

test('an SMS ends with how to stop, which its parts count, with the longest name', () => {
  const text = 'Hello {name}, see {link}'
  expect(smsOfCampaign({ ...shop, text, name: 'Ama' })).toBe(
    'Adom Beauty: Hello Ama, see https://adom.example/shop Stop: https://adom.example/stop/xxxxxxxxxxxxxxxx',
  )
  expect(partsOfCampaign({ ...shop, text })).toBe(1)
  const nearlyFull = `{name} ${'a'.repeat(160 - 'Adom Beauty:   Stop: https://adom.example/stop/xxxxxxxxxxxxxxxx '.length - 9)}`
  expect(partsOfCampaign({ ...shop, text: nearlyFull })).toBe(2)
  expect(priceOfCampaign(1_000, 2, 309)).toBe(618_000)
})

test('places are filled in: for a phone in one line, in a mail with its lines', () => {
  const filled = { ...shop, text: 'Dear {name},\n\n{shop} has {this}', name: 'Ama' }
  expect(fillCampaign('sms', filled)).toBe('Dear Ama, Adom Beauty has {this}')
  expect(fillCampaign('email', filled)).toBe('Dear Ama,\n\nAdom Beauty has {this}')
})

test('what is sent or stopped stays so, and nothing is started twice', () => {
  for (const state of campaignStates) {
    expect(mayBecome('done', state)).toBe(false)
    expect(mayBecome('stopped', state)).toBe(false)
    expect(mayBecome(state, state)).toBe(false)
  }
  expect(mayBecome('sending', 'draft')).toBe(false)
  expect(mayBecome('paused', 'sending')).toBe(true)
})

test('a quarter of what may be sent in a day is left to orders', () => {
  expect(reserveForOrders(500)).toBe(125)
  expect(reserveForOrders(3)).toBe(1)
})
