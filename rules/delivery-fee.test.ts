import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DeliveryFees,
  defaultDeliveryFees,
  defaultDeliveryOption,
  deliveryFee,
  deliveryFeePlace,
  deliveryFeeReason,
  deliveryFeeText,
  deliveryLine,
  deliveryOptions,
  deliveryOptionTexts,
  isSamePlace,
  missingForFreeDelivery,
  offeredDelivery,
  orderTotal,
  readDeliveryOption,
  readRegion,
  regions,
  tidyDigitalAddress,
} from './delivery-fee.ts'
import { mostSpecificFirst } from './fee-table.ts'
import { subtotalOf } from './money.ts'
import { townsOf } from './towns.ts'

function brought(region: string, city: string) {
  return { option: 'delivery_service', region, city } as const
}

test.each([
  ['Greater Accra', 'Accra', 0, 'Free in Accra'],
  ['Greater Accra', '  ACCRA ', 0, 'Free in Accra'],
  ['greater accra', 'accra', 0, 'Free in Accra'],
  ['Greater Accra', 'Tema', 5500, 'Ghs 55.00 in Tema'],
  ['Greater Accra', ' tema', 5500, 'Ghs 55.00 in Tema'],
  ['Greater Accra', 'Nsawam', 5500, 'Ghs 55.00 in Nsawam'],
  ['Eastern', 'Nsawam', 5500, 'Ghs 55.00 in Nsawam'],
  ['Ashanti', 'TEMA', 5500, 'Ghs 55.00 in Tema'],
  ['Greater Accra', 'Madina', 4500, 'Ghs 45.00 outside Accra'],
  ['Greater Accra', 'Osu', 0, 'Free in Osu'],
  ['Greater Accra', ' spintex , accra', 0, 'Free in Spintex'],
  ['Greater Accra', 'Tema, Accra', 5500, 'Ghs 55.00 in Tema'],
  ['Greater Accra', 'Community 1, Accra', 0, 'Free in Accra'],
  ['Greater Accra', 'Osudoku', 4500, 'Ghs 45.00 outside Accra'],
  ['Ashanti', 'Osu', 4500, 'Ghs 45.00 outside Accra'],
  ['Greater Accra', '', 4500, 'Ghs 45.00 outside Accra'],
  ['Greater Accra', 'New Accra', 4500, 'Ghs 45.00 outside Accra'],
  ['Ashanti', 'Kumasi', 4500, 'Ghs 45.00 outside Accra'],
  ['Eastern', 'Koforidua', 4500, 'Ghs 45.00 outside Accra'],
  ['Ashanti', 'Accra', 4500, 'Ghs 45.00 outside Accra'],
  ['', 'Accra', 4500, 'Ghs 45.00 outside Accra'],
  ['', '', 4500, 'Ghs 45.00 outside Accra'],
])('delivery to %s, %s costs %i pesewas', (region, city, fee, reason) => {
  expect(deliveryFee(brought(region, city), defaultDeliveryFees)).toBe(fee)
  expect(deliveryFeeReason(brought(region, city), defaultDeliveryFees)).toBe(reason)
})

test('a personal rider costs nothing, wherever the order goes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...regions, ''), fc.string(), (region, city) => {
      const destination = { option: 'personal_rider', region, city } as const
      expect(deliveryFee(destination, defaultDeliveryFees)).toBe(0)
      expect(deliveryFeeReason(destination, defaultDeliveryFees)).toBe('Free, your own rider collects it')
    }),
  )
})

test('every town that we suggest has the fee of its own rule', () => {
  const apart = { Accra: 0, Tema: 5500, Nsawam: 5500 } as Record<string, number>
  for (const region of regions) {
    for (const town of townsOf[region]) {
      expect(deliveryFee(brought(region, town), defaultDeliveryFees)).toBe(apart[town] ?? 4500)
    }
  }
})

test('case and blanks around a city never change the fee', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...regions),
      fc.constantFrom('Accra', 'Tema', 'Nsawam', 'Wa'),
      (region, city) => {
        const plain = deliveryFee(brought(region, city), defaultDeliveryFees)
        expect(deliveryFee(brought(region, ` ${city.toUpperCase()}\t`), defaultDeliveryFees)).toBe(plain)
      },
    ),
  )
})

test('the shop can change its fees and add places', () => {
  const fees: DeliveryFees = [
    { region: 'Ashanti', cities: ['Kumasi'], fee: 3000 },
    { region: null, cities: [], fee: 6000 },
  ]
  expect(deliveryFee(brought('Ashanti', 'kumasi'), fees)).toBe(3000)
  expect(deliveryFee(brought('Greater Accra', 'Accra'), fees)).toBe(6000)
  expect(deliveryFeeReason(brought('Greater Accra', 'Accra'), fees)).toBe('Ghs 60.00 in Accra')
})

test('an area with a row of its own pays its own fee, however the customer writes it', () => {
  const fees = mostSpecificFirst([
    ...defaultDeliveryFees,
    { region: 'Greater Accra' as const, cities: ['East Legon'], fee: 2000 },
  ])
  for (const city of ['East Legon', 'east legon, Accra', ' EAST  LEGON '])
    expect(deliveryFee(brought('Greater Accra', city), fees)).toBe(2000)
  expect(deliveryFeeReason(brought('Greater Accra', 'East Legon, Accra'), fees)).toBe(
    'Ghs 20.00 in East Legon',
  )
  expect(deliveryFee(brought('Greater Accra', 'Osu'), fees)).toBe(0)
})

test('a table without a row for everywhere else still asks for the usual fee', () => {
  expect(deliveryFee(brought('Volta', 'Ho'), [])).toBe(4500)
})

test('the policy can name each row', () => {
  expect(defaultDeliveryFees.map(deliveryFeePlace)).toEqual([
    'Accra, Osu, Labone, Cantonments, East Legon, Airport, Dzorwulu, Adabraka, Kaneshie, Dansoman, Achimota, Lapaz and Spintex',
    'Tema and Nsawam',
    'Other places in Greater Accra',
    'All other places',
  ])
})

test('an order is brought by the delivery service or picked up by a personal rider', () => {
  expect(deliveryOptionTexts.delivery_service.label).toBe('Delivery service')
  expect(deliveryOptionTexts.personal_rider.label).toBe('Pick up by Personal Rider')
  expect(deliveryOptionTexts.personal_rider.explanation).toBe('Your own rider collects it from us.')
})

test('the delivery service is chosen unless somebody chooses otherwise', () => {
  expect(defaultDeliveryOption).toBe('delivery_service')
  expect(deliveryOptions[0]).toBe(defaultDeliveryOption)
})

test('collecting at the shop is offered only where the owner has switched it on, and costs nothing', () => {
  expect(offeredDelivery(false)).toEqual(['delivery_service', 'personal_rider'])
  expect(offeredDelivery(true)).toEqual(['delivery_service', 'personal_rider', 'pickup'])
  const destination = { option: 'pickup', region: 'Ashanti', city: 'Kumasi' } as const
  expect(deliveryFee(destination, defaultDeliveryFees)).toBe(0)
  expect(deliveryFeeReason(destination, defaultDeliveryFees)).toBe('Free, you collect it')
})

test('only the known options are understood', () => {
  expect(deliveryOptions.map(readDeliveryOption)).toEqual(deliveryOptions)
  expect(['', 'drone', 'Delivery service', null, undefined].map(readDeliveryOption)).toEqual(
    Array(5).fill(null),
  )
})

const lines = [
  { price: 8500, quantity: 2 },
  { price: 1999, quantity: 3 },
]

test('the customer pays the subtotal and the delivery fee', () => {
  const kumasi = { option: 'delivery_service', region: 'Ashanti', city: 'Kumasi' } as const
  expect(orderTotal(lines, kumasi, defaultDeliveryFees)).toEqual({
    subtotal: 22997,
    deliveryFee: 4500,
    total: 27497,
  })
})

test('with a personal rider the total is the subtotal', () => {
  const ownRider = { option: 'personal_rider', region: 'Ashanti', city: 'Kumasi' } as const
  expect(orderTotal(lines, ownRider, defaultDeliveryFees)).toEqual({
    subtotal: 22997,
    deliveryFee: 0,
    total: 22997,
  })
})

test('the subtotal does not depend on the order of the lines', () => {
  const anyLines = fc.array(
    fc.record({ price: fc.nat(1_000_000), quantity: fc.integer({ min: 1, max: 999 }) }),
  )
  fc.assert(
    fc.property(anyLines, (some) => {
      expect(subtotalOf([...some].reverse())).toBe(subtotalOf(some))
      expect(Number.isSafeInteger(subtotalOf(some))).toBe(true)
    }),
  )
})

const tableWithGift: DeliveryFees = [
  { region: null, cities: ['Kumasi'], fee: 3000, freeFrom: 30000 },
  { region: null, cities: [], fee: 4500 },
]
const kumasi = { option: 'delivery_service', region: 'Ashanti', city: 'Kumasi' } as const
const tamale = { option: 'delivery_service', region: 'Northern', city: 'Tamale' } as const

test('a row may say from which amount on delivery is free there, to the pesewa', () => {
  expect(deliveryFee(kumasi, tableWithGift, 29999)).toBe(3000)
  expect(deliveryFee(kumasi, tableWithGift, 30000)).toBe(0)
  expect(deliveryFee(tamale, tableWithGift, 90000)).toBe(4500)
  expect(orderTotal([{ price: 15000, quantity: 2 }], kumasi, tableWithGift)).toEqual({
    subtotal: 30000,
    deliveryFee: 0,
    total: 30000,
  })
})

test('the customer reads what is missing until delivery is free, and nothing where it is free or never will be', () => {
  expect(missingForFreeDelivery(kumasi, tableWithGift, 27700)).toBe(2300)
  expect(missingForFreeDelivery(kumasi, tableWithGift, 30000)).toBeNull()
  expect(missingForFreeDelivery(tamale, tableWithGift, 0)).toBeNull()
  expect(missingForFreeDelivery({ ...kumasi, option: 'personal_rider' }, tableWithGift, 0)).toBeNull()
  expect(deliveryFeeReason(kumasi, tableWithGift, 30000)).toBe('Free in Kumasi')
})

test('the policy says of each row what it asks for, and from when on nothing', () => {
  expect(tableWithGift.map(deliveryFeeText)).toEqual(['Ghs 30.00, free from Ghs 300.00', 'Ghs 45.00'])
})

test.each([
  [defaultDeliveryFees, 'Free delivery in Accra · from Ghs 45.00 elsewhere'],
  [[{ region: null, cities: [], fee: 3000 }], 'Delivery in Accra Ghs 30.00 · from Ghs 30.00 elsewhere'],
  [[{ region: null, cities: [], fee: 0 }], 'Free delivery in Accra'],
])('what delivery costs is said in one line', (fees, line) => {
  expect(deliveryLine(fees)).toBe(line)
})

test('Ghana has its sixteen regions, in the order of the list', () => {
  expect(regions.join(', ')).toBe(
    'Ahafo, Ashanti, Bono, Bono East, Central, Eastern, Greater Accra, North East, Northern, Oti, Savannah, Upper East, Upper West, Volta, Western, Western North',
  )
})

test.each([
  ['Greater Accra', 'Greater Accra'],
  ['  greater   ACCRA ', 'Greater Accra'],
  ['Ashanti Region', 'Ashanti'],
  ['north east', 'North East'],
])('%s is the region %s', (text, region) => {
  expect(readRegion(text)).toBe(region)
})

test.each(['', 'Accra', 'Region', 'Lagos', 'Brong Ahafo'])('"%s" is no region', (text) => {
  expect(readRegion(text)).toBeNull()
})

test('a place is compared without case and outer blanks', () => {
  expect(isSamePlace(' ada  foah', 'Ada Foah')).toBe(true)
  expect(isSamePlace('Ho', 'Hohoe')).toBe(false)
})

test.each([
  ['GA-183-8164', 'GA-183-8164'],
  ['ga1838164', 'GA-183-8164'],
  [' Ga 183 8164 ', 'GA-183-8164'],
  ['ga-1838164', 'GA-183-8164'],
  ['en-200-1987', 'EN-200-1987'],
  ['ak 039-5028', 'AK-039-5028'],
  ['eo10701234', 'EO-1070-1234'],
  ['n5-03074-1234', 'N5-03074-1234'],
  ['n5030741234', 'N5-03074-1234'],
  ['aak-123-4567', 'AAK-123-4567'],
  ['aak1234567', 'AAK-123-4567'],
])('%s is written %s', (typed, tidy) => {
  expect(tidyDigitalAddress(typed)).toBe(tidy)
})

test.each(['', '00233', 'behind the Shell station', 'GA-18-8164', 'PMB 12', '12345'])(
  '"%s" stays as it is',
  (typed) => {
    expect(tidyDigitalAddress(typed)).toBe(typed)
  },
)

test('tidying twice changes nothing more', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[a-z][a-z0-9]{1,2}[ -]{0,2}\d{3,5}[ -]{0,2}\d{4}$/))
  fc.assert(
    fc.property(typed, (text) => {
      const tidy = tidyDigitalAddress(text)
      expect(tidyDigitalAddress(tidy)).toBe(tidy)
    }),
  )
})
