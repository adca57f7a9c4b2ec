import type { Policy } from './policy.ts'

export const returnsPolicy: Policy = {
  title: 'Returns & Refunds',
  summary: 'Send back unopened products within 30 days and used ones within 14 days. Here is how.',
  facts: [
    { label: 'Unopened products', value: 'Return within 30 days' },
    { label: 'Used products', value: 'Return within 14 days' },
    { label: 'Modify or cancel', value: 'Within 1 hour of ordering' },
  ],
  sections: [
    {
      id: 'unopened',
      heading: 'Unopened products: 30 days',
      paragraphs: [
        'Changed your mind? Return a product within 30 days of delivery, unopened and with its seal intact, and we refund its price.',
      ],
    },
    {
      id: 'used',
      heading: 'Used products: 14 days',
      paragraphs: [
        'Skin is personal, and sometimes a product does not agree with it. Return a used product within 14 days of delivery, with most of it still in the pack, and tell us what happened. We refund its price or help you to choose another.',
        'If your skin reacts, stop using the product and rinse with plain water. If it does not settle, please see a pharmacist or a doctor.',
      ],
    },
    {
      id: 'how',
      heading: 'How to return something',
      paragraphs: ['It takes one message and one parcel:'],
      list: [
        'Write to us through the [contact page](/contact), subject Returns & Refunds, or on WhatsApp. Give your tracking code, the product and the reason.',
        'We answer with the address and, where we can, with a rider who picks it up.',
        'Pack it so that nothing leaks, and put your tracking code inside.',
        'When it reaches us we check it, tell you what we refund and send the money.',
      ],
    },
    {
      id: 'refunds',
      heading: 'How you get your money',
      paragraphs: [
        'Payments by MTN Mobile Money go back to the number that paid. If you paid cash on delivery, we send the money to a mobile money number of yours.',
        'The delivery fee is refunded when the mistake was ours. Otherwise it covers a journey that has been made, and we keep it.',
      ],
    },
    {
      id: 'wrong-or-damaged',
      heading: 'Wrong, damaged or out of date',
      paragraphs: [
        'If we sent the wrong thing, or it came broken or past its date, tell us as soon as you see it and add a photo if you can. We pay for the way back and send the right one, or refund everything including delivery.',
      ],
    },
    {
      id: 'cannot-return',
      heading: 'What cannot come back',
      paragraphs: ['For reasons of hygiene and fairness we cannot take:'],
      list: [
        'products that were emptied or moved into another container',
        'free samples and gifts',
        'products bought in another shop, even if they are the same brand',
      ],
    },
    {
      id: 'cancel',
      heading: 'Cancelling before it leaves',
      paragraphs: [
        'Within 1 hour of placing the order you can modify or cancel it, and nothing is owed. See how far it is on the [Track Order](/track-order) page, then [contact us](/contact).',
        'None of this takes away rights that the law of Ghana gives you.',
      ],
    },
  ],
}
