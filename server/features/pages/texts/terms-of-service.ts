import type { Policy } from './policy.ts'

export const termsOfService: Policy = {
  title: 'Terms of Service',
  summary: 'The rules between you and us when you use this site and buy from our shop, in plain words.',
  facts: [
    { label: 'Prices', value: 'Ghana cedis, as shown at checkout' },
    { label: 'Modify or cancel', value: 'Within 1 hour of ordering' },
    { label: 'Returns', value: '30 days unopened, 14 days used' },
    { label: 'Changes to these terms', value: '30 days’ notice' },
  ],
  sections: [
    {
      id: 'agreement',
      heading: 'Our agreement',
      paragraphs: [
        'These terms hold between you and Adom Beauty when you visit this site or order from it. If you are under 18, please order together with a parent or guardian. How we treat your data is in the [Privacy Policy](/privacy-policy).',
      ],
    },
    {
      id: 'products',
      heading: 'Products and advice',
      paragraphs: [
        'We describe products and their ingredients as exactly as we can. Colours may look different on your screen. Our products are cosmetics, not medicines, and what we write in the shop or on the blog does not replace a pharmacist or a doctor.',
        'Read the ingredients if you have an allergy, and try a new product on the inside of your arm for a day before you use it on your face.',
      ],
    },
    {
      id: 'prices',
      heading: 'Prices and stock',
      paragraphs: [
        'Prices are in Ghana cedis. The delivery fee is added at checkout, before you place the order. If a price has changed while your cart lay open, we show you the old and the new one and ask again.',
        'We sell what is in stock. If a product runs out before your order is complete, we tell you which one, and you decide.',
      ],
    },
    {
      id: 'ordering',
      heading: 'Placing an order',
      paragraphs: [
        'When you press Place Order you offer to buy. The order is accepted when we give you a tracking code. You can modify or cancel it within 1 hour: [contact us](/contact) with that code.',
        'Please give true details and a phone number that we can reach. We may cancel an order that we cannot confirm or deliver; what you have paid is then refunded.',
      ],
    },
    {
      id: 'payment',
      heading: 'Payment',
      paragraphs: [
        'You may order via WhatsApp and pay on delivery, or choose Order Online and pay with MTN Mobile Money. An online order that is not paid within 15 minutes is cancelled and the products go back on the shelf. If money arrives later, we complete the order or give the money back.',
      ],
    },
    {
      id: 'delivery',
      heading: 'Delivery and returns',
      paragraphs: [
        'Times and fees are in the [Shipping Policy](/shipping-policy), and you can follow every parcel on the [Track Order](/track-order) page. You may return products within 30 days unopened and 14 days used, as explained under [Returns & Refunds](/returns-policy).',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      paragraphs: [
        'An account is free and not required for buying. Keep your password to yourself and tell us if you think somebody else has used it. You may close your account at any time by writing to us.',
      ],
    },
    {
      id: 'testimonials',
      heading: 'Testimonials',
      paragraphs: [
        'Write what you have truly experienced. You keep your words and allow us to show them on this site. We may hide a testimonial that is insulting, false, advertises something, or promises a cure. We do not hide one because it is critical.',
      ],
    },
    {
      id: 'fair-use',
      heading: 'Fair use of this site',
      paragraphs: ['Please do not:'],
      list: [
        'order in another person’s name without their consent',
        'try to reach data or accounts that are not yours',
        'burden the site so that others cannot use it',
        'copy our texts and pictures for another shop without asking',
      ],
    },
    {
      id: 'liability',
      heading: 'What we answer for',
      paragraphs: [
        'We answer for what we sell and for what we do, as the law of Ghana provides. We cannot answer for failures outside our control, such as network or power cuts, or for damage from using a product against the directions on its pack. Nothing here takes away rights that the law gives you.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      paragraphs: [
        'We may change these terms. We give 30 days’ notice on this page before a change takes effect. An order that you have already placed keeps the terms of its day.',
      ],
    },
    {
      id: 'law',
      heading: 'Law and contact',
      paragraphs: [
        'The law of Ghana applies. If we disagree, let us talk first: most things are settled with one call. You reach us Monday to Saturday, 9am to 10pm GMT, through the [contact page](/contact).',
      ],
    },
  ],
}
