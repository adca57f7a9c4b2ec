import type { LinkedText } from './policy.ts'

export type Question = { id: string; question: string; answer: LinkedText[] }

export const faqTitle = 'Frequently Asked Questions'

export const faqLead = 'Short answers to what customers ask us most. If yours is not here, ask us.'

export const questions: Question[] = [
  {
    id: 'tracking',
    question: 'How do I track my order?',
    answer: [
      'When you place an order you get a tracking code of six letters and digits. Enter it on the [Track Order](/track-order) page and you see where your parcel is and when that last changed. No account is needed.',
      'If you have an account, all your orders are also listed under [My Orders](/user-orders).',
    ],
  },
  {
    id: 'payment',
    question: 'How can I pay?',
    answer: [
      'In two ways. Order via WhatsApp and pay on delivery, or choose Order Online and pay at once with MTN Mobile Money. Prices are in Ghana cedis, and you see the full amount with delivery before you place the order.',
      'We never ask for your MoMo PIN, not by phone and not in a chat. You enter it only on your own phone, when you approve the payment.',
    ],
  },
  {
    id: 'delivery-times',
    question: 'How long does delivery take?',
    answer: [
      'We prepare your order within 1-2 business days. After that, standard shipping takes 3-5 days and express 1-2 days. International parcels take 7-14 days.',
      'What delivery costs to your town is on the [Shipping Policy](/shipping-policy) page. You may also send your own rider to pick up, which costs nothing.',
    ],
  },
  {
    id: 'cruelty-free',
    question: 'Are your products cruelty-free?',
    answer: [
      'Yes. Our products are not tested on animals, and we choose makers who say the same of their ingredients.',
      'Cruelty-free does not always mean vegan: a cream may contain beeswax, which is written Cera Alba. Every ingredient is listed on the product’s page.',
    ],
  },
  {
    id: 'modify-or-cancel',
    question: 'Can I modify or cancel my order?',
    answer: [
      'Yes, within 1 hour of placing it. Send us your tracking code on WhatsApp or through the [contact page](/contact) and say what you would like to change.',
      'After 1 hour your parcel may already be packed. You can still send it back: see [Returns & Refunds](/returns-policy).',
    ],
  },
  {
    id: 'samples',
    question: 'Do you offer samples?',
    answer: [
      'When we have some, gladly. Tell us your skin type when you order, and we put a small sample that suits you into the parcel, free of charge. We cannot promise a particular product.',
    ],
  },
  {
    id: 'avoided-ingredients',
    question: 'Which ingredients do you avoid?',
    answer: [
      'Hydroquinone, mercury and steroids, without exception. We also leave out parabens, formaldehyde releasers, sodium lauryl sulfate and plastic microbeads.',
      'Every product’s page shows the full list, and our [blog](/blog) explains how to read one.',
    ],
  },
  {
    id: 'storage',
    question: 'How should I store my products?',
    answer: [
      'Closed, dry and out of the sun, at less than about 30 degrees. A drawer in the bedroom is better than a shelf in the bathroom, and a parked car is too hot for anything. Vitamin C serums and toners like the fridge.',
      'Take cream with clean, dry hands. The small open jar on the pack, such as 12M, says how many months it keeps after opening.',
    ],
  },
]
