import type { Policy } from './policy.ts'

export const shippingPolicy: Policy = {
  title: 'Shipping Policy',
  summary:
    'How long your parcel takes, what delivery costs in Ghana, and what to do when something goes wrong.',
  facts: [
    { label: 'Processing', value: '1-2 business days' },
    { label: 'Standard shipping', value: '3-5 days' },
    { label: 'Express shipping', value: '1-2 days' },
    { label: 'International shipping', value: '7-14 days' },
  ],
  sections: [
    {
      id: 'processing',
      heading: 'Processing time',
      paragraphs: [
        'We check, pack and hand over your order within 1-2 business days. Orders that reach us on a Sunday or a public holiday are processed from the next business day.',
        'You can modify or cancel an order within 1 hour of placing it. [Contact us](/contact) with your tracking code.',
      ],
    },
    {
      id: 'delivery-in-ghana',
      heading: 'What you pay in Ghana',
      kind: 'delivery-fees',
      paragraphs: [
        'Orders in Ghana are charged in cedis as shown at checkout. These are the fees for our delivery service inside Ghana. The fee depends on your region and town, and you see it before you place the order.',
        'Pick up by Personal Rider is free: send your own rider and we hand over the parcel. Tell the rider your tracking code.',
      ],
    },
    {
      id: 'guide-prices',
      heading: 'Guide prices (US dollars)',
      paragraphs: [
        'For customers who compare prices from abroad. Times count from the day the parcel leaves us. Inside Ghana the cedi fees above apply instead.',
      ],
      table: {
        columns: ['Service', 'Time', 'Guide price'],
        rows: [
          ['Standard shipping', '3-5 days', '$5.99, free over $50'],
          ['Express shipping', '1-2 days', '$12.99'],
          ['International shipping', '7-14 days', 'Told to you before you pay'],
        ],
      },
    },
    {
      id: 'express-and-international',
      heading: 'Express and international parcels',
      paragraphs: [
        'The checkout covers all sixteen regions of Ghana with our standard service. If you need express, or live outside Ghana, [write to us](/contact) before you order and we tell you the price and the day.',
        'Customs duty and taxes of the country of arrival are paid by the person who receives the parcel.',
      ],
    },
    {
      id: 'helping-the-rider',
      heading: 'Helping the rider to find you',
      paragraphs: ['A good description saves a day. Please give us:'],
      list: [
        'a phone number that is switched on, because the rider will call before coming',
        'a landmark that people in the area know, such as a school, a church, a mosque or a filling station',
        'your GhanaPost GPS address if you know it; it is a help, not a must',
      ],
    },
    {
      id: 'tracking',
      heading: 'Tracking your parcel',
      paragraphs: [
        'Enter your code on the [Track Order](/track-order) page at any time. It shows whether your order is Pending, Processing, Shipped, Delivered or Cancelled, and when that last changed.',
      ],
    },
    {
      id: 'late-or-damaged',
      heading: 'Late, lost or damaged',
      paragraphs: [
        'If your parcel has not come by the last day given here, or if something arrives broken or missing, [contact us](/contact) with your tracking code and, if you can, a photo. We send it again or give your money back. Returns are explained under [Returns & Refunds](/returns-policy).',
      ],
    },
  ],
}

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
