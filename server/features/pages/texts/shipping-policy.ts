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
