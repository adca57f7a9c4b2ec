import type { DeliveryOption, Region } from '../rules/delivery-fee.ts'
import type { OrderStatus } from '../rules/order-status.ts'
import type { PaymentMethod } from '../rules/payment-states.ts'

type SampleGuest = { name: string; phone: string; email?: string }

export type SampleOrder = {
  tracking_code: string
  customer: 'demo' | SampleGuest
  delivery_option: DeliveryOption
  payment_method: PaymentMethod
  /** Whether the mobile money arrived; an order by WhatsApp is paid on delivery. */
  paid_online: boolean
  address: string
  city: string
  state: Region
  zip: string
  lines: { slug: string; quantity: number }[]
  hours_ago: number
  status: OrderStatus
  /** Every step with how long ago it was; the first is the order itself, the last is its status now. */
  history: { status: OrderStatus; hours_ago: number; by: 'customer' | 'admin' | 'driver' | 'shop' }[]
  assigned_to_driver: boolean
}

// Guests have an initial for a surname and numbers from a block nobody is given: a rehearsal must never ring a stranger.
export const sampleOrders: SampleOrder[] = [
  {
    tracking_code: 'A4K9WQ',
    customer: { name: 'Efua B.', phone: '024 000 0011', email: 'efua@example.com' },
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    paid_online: false,
    address: 'House 12, second lane behind the Methodist church, Osu',
    city: 'Accra',
    state: 'Greater Accra',
    zip: 'GA-000-0011',
    lines: [
      { slug: 'shea-butter-gentle-cleanser', quantity: 1 },
      { slug: 'moringa-daily-moisturizer', quantity: 1 },
    ],
    hours_ago: 2,
    status: 'Pending',
    history: [{ status: 'Pending', hours_ago: 2, by: 'customer' }],
    assigned_to_driver: false,
  },
  {
    tracking_code: 'M2T7RD',
    customer: 'demo',
    delivery_option: 'delivery_service',
    payment_method: 'mtn_momo',
    paid_online: true,
    address: 'Blue gate opposite the community library, East Legon',
    city: 'Accra',
    state: 'Greater Accra',
    zip: 'GA-000-0001',
    lines: [
      { slug: 'hibiscus-glow-serum', quantity: 1 },
      { slug: 'aloe-mineral-sunscreen-spf-50', quantity: 1 },
    ],
    hours_ago: 6,
    status: 'Pending',
    history: [{ status: 'Pending', hours_ago: 6, by: 'customer' }],
    assigned_to_driver: false,
  },
  {
    tracking_code: 'P8C3NX',
    customer: { name: 'Kofi A.', phone: '024 000 0012' },
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    paid_online: false,
    address: 'Flat 3, above the blue pharmacy, Ahodwo',
    city: 'Kumasi',
    state: 'Ashanti',
    zip: 'AK-000-0012',
    lines: [
      { slug: 'black-soap-clarifying-cleanser', quantity: 3 },
      { slug: 'rose-water-hydrating-toner', quantity: 1 },
    ],
    hours_ago: 20,
    status: 'Processing',
    history: [
      { status: 'Pending', hours_ago: 20, by: 'customer' },
      { status: 'Processing', hours_ago: 16, by: 'admin' },
    ],
    assigned_to_driver: false,
  },
  {
    tracking_code: 'H5V2LB',
    customer: { name: 'Naa D.', phone: '024 000 0013', email: 'naa@example.com' },
    delivery_option: 'delivery_service',
    payment_method: 'mtn_momo',
    paid_online: true,
    address: 'Shop 8, main lorry park road, zongo junction',
    city: 'Madina',
    state: 'Greater Accra',
    zip: '',
    lines: [
      { slug: 'baobab-vitamin-c-serum', quantity: 1 },
      { slug: 'aloe-mineral-sunscreen-spf-50', quantity: 2 },
    ],
    hours_ago: 27,
    status: 'Processing',
    history: [
      { status: 'Pending', hours_ago: 27, by: 'customer' },
      { status: 'Processing', hours_ago: 22, by: 'admin' },
    ],
    assigned_to_driver: true,
  },
  {
    tracking_code: 'K7P2QX',
    customer: 'demo',
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    paid_online: false,
    address: 'House 14, behind the filling station, Community 4',
    city: 'Tema',
    state: 'Greater Accra',
    zip: 'GT-000-0001',
    lines: [
      { slug: 'hibiscus-glow-serum', quantity: 1 },
      { slug: 'shea-butter-gentle-cleanser', quantity: 2 },
    ],
    hours_ago: 50,
    status: 'Shipped',
    history: [
      { status: 'Pending', hours_ago: 50, by: 'customer' },
      { status: 'Processing', hours_ago: 45, by: 'admin' },
      { status: 'Shipped', hours_ago: 4, by: 'driver' },
    ],
    assigned_to_driver: true,
  },
  {
    tracking_code: 'T6J4YE',
    customer: { name: 'Yaw O.', phone: '024 000 0014' },
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    paid_online: false,
    address: 'Near the old railway station, ask for the bakery',
    city: 'Nsawam',
    state: 'Eastern',
    zip: '',
    lines: [
      { slug: 'moringa-daily-moisturizer', quantity: 2 },
      { slug: 'black-soap-clarifying-cleanser', quantity: 2 },
    ],
    hours_ago: 54,
    status: 'Shipped',
    history: [
      { status: 'Pending', hours_ago: 54, by: 'customer' },
      { status: 'Processing', hours_ago: 47, by: 'admin' },
      { status: 'Shipped', hours_ago: 5, by: 'driver' },
    ],
    assigned_to_driver: true,
  },
  {
    tracking_code: 'W3F8GS',
    customer: { name: 'Adwoa M.', phone: '024 000 0015', email: 'adwoa@example.com' },
    delivery_option: 'delivery_service',
    payment_method: 'mtn_momo',
    paid_online: true,
    address: 'Teachers’ quarters, block C, Anaji',
    city: 'Takoradi',
    state: 'Western',
    zip: 'WS-000-0015',
    lines: [
      { slug: 'cocoa-peptide-eye-cream', quantity: 1 },
      { slug: 'rose-water-hydrating-toner', quantity: 1 },
    ],
    hours_ago: 73,
    status: 'Shipped',
    history: [
      { status: 'Pending', hours_ago: 73, by: 'customer' },
      { status: 'Processing', hours_ago: 66, by: 'admin' },
      { status: 'Shipped', hours_ago: 26, by: 'admin' },
    ],
    assigned_to_driver: true,
  },
  {
    tracking_code: 'D9R5KC',
    customer: 'demo',
    delivery_option: 'personal_rider',
    payment_method: 'whatsapp',
    paid_online: false,
    address: '',
    city: 'Accra',
    state: 'Greater Accra',
    zip: '',
    lines: [{ slug: 'aloe-mineral-sunscreen-spf-50', quantity: 1 }],
    hours_ago: 190,
    status: 'Delivered',
    history: [
      { status: 'Pending', hours_ago: 190, by: 'customer' },
      { status: 'Processing', hours_ago: 188, by: 'admin' },
      { status: 'Shipped', hours_ago: 170, by: 'admin' },
      { status: 'Delivered', hours_ago: 169, by: 'admin' },
    ],
    assigned_to_driver: false,
  },
  {
    tracking_code: 'N4B7ZH',
    customer: { name: 'Esi T.', phone: '024 000 0016', email: 'esi@example.com' },
    delivery_option: 'delivery_service',
    payment_method: 'mtn_momo',
    paid_online: true,
    address: 'House 5, past the castle road roundabout',
    city: 'Cape Coast',
    state: 'Central',
    zip: '',
    lines: [
      { slug: 'shea-butter-gentle-cleanser', quantity: 1 },
      { slug: 'baobab-vitamin-c-serum', quantity: 1 },
      { slug: 'moringa-daily-moisturizer', quantity: 1 },
    ],
    hours_ago: 300,
    status: 'Delivered',
    history: [
      { status: 'Pending', hours_ago: 300, by: 'customer' },
      { status: 'Processing', hours_ago: 280, by: 'admin' },
      { status: 'Shipped', hours_ago: 250, by: 'driver' },
      { status: 'Delivered', hours_ago: 206, by: 'driver' },
    ],
    assigned_to_driver: true,
  },
  {
    tracking_code: 'Q2X6PM',
    customer: { name: 'Ibrahim S.', phone: '024 000 0017' },
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    paid_online: false,
    address: 'Compound beside the primary school, Kalpohin',
    city: 'Tamale',
    state: 'Northern',
    zip: 'NT-000-0017',
    lines: [
      { slug: 'moringa-daily-moisturizer', quantity: 3 },
      { slug: 'black-soap-clarifying-cleanser', quantity: 4 },
    ],
    hours_ago: 410,
    status: 'Delivered',
    history: [
      { status: 'Pending', hours_ago: 410, by: 'customer' },
      { status: 'Processing', hours_ago: 396, by: 'admin' },
      { status: 'Shipped', hours_ago: 370, by: 'driver' },
      { status: 'Delivered', hours_ago: 310, by: 'driver' },
    ],
    assigned_to_driver: true,
  },
  {
    tracking_code: 'L8G3TV',
    customer: { name: 'Selorm K.', phone: '024 000 0018' },
    delivery_option: 'delivery_service',
    payment_method: 'mtn_momo',
    paid_online: false,
    address: 'Third house after the market, Bankoe',
    city: 'Ho',
    state: 'Volta',
    zip: '',
    lines: [{ slug: 'cocoa-peptide-eye-cream', quantity: 2 }],
    hours_ago: 98,
    status: 'Cancelled',
    history: [
      { status: 'Pending', hours_ago: 98, by: 'customer' },
      { status: 'Cancelled', hours_ago: 97.75, by: 'shop' },
    ],
    assigned_to_driver: false,
  },
  {
    tracking_code: 'E5Y9JA',
    customer: { name: 'Akosua P.', phone: '024 000 0019', email: 'akosua@example.com' },
    delivery_option: 'delivery_service',
    payment_method: 'whatsapp',
    paid_online: false,
    address: 'Room 21, hostel by the south gate, Legon',
    city: 'Accra',
    state: 'Greater Accra',
    zip: '',
    lines: [
      { slug: 'rose-water-hydrating-toner', quantity: 1 },
      { slug: 'baobab-vitamin-c-serum', quantity: 1 },
    ],
    hours_ago: 140,
    status: 'Cancelled',
    history: [
      { status: 'Pending', hours_ago: 140, by: 'customer' },
      { status: 'Processing', hours_ago: 136, by: 'admin' },
      { status: 'Cancelled', hours_ago: 120, by: 'admin' },
    ],
    assigned_to_driver: true,
  },
]
