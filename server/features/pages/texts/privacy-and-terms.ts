import type { Policy } from './policy.ts'

export const privacyPolicy: Policy = {
  title: 'Privacy Policy',
  updated: 'May 13, 2025',
  summary: 'What we know about you, why we need it, who else sees it, and how to have it changed or deleted.',
  facts: [
    { label: 'Law', value: 'Data Protection Act, 2012 (Act 843) of Ghana' },
    { label: 'Cookies', value: 'None of our own' },
    { label: 'Sold to others', value: 'Never' },
    { label: 'Your rights', value: 'See, correct, delete, object' },
  ],
  sections: [
    {
      id: 'who-we-are',
      heading: 'Who is responsible',
      paragraphs: [
        'Adom Beauty runs this shop and decides how your data is used. In the words of the Data Protection Act, 2012 (Act 843), we are the data controller. Our address, phone and e-mail are on the [contact page](/contact).',
      ],
    },
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      paragraphs: ['Only what a shop needs:'],
      list: [
        'For an order: your name, phone number, town and region, street address, and e-mail if you give it; what you bought, what it cost and how it was paid.',
        'For an account: your e-mail address, your password in a form that we cannot read, and what you add to your profile, such as a display name, a phone number, an address or a picture.',
        'For a payment: the number that pays, the amount, the reference and whether it succeeded. Never your PIN.',
        'For a message, a testimonial or the newsletter: what you write, and your e-mail address.',
        'For safety: short technical records of visits, such as time, page and network address.',
      ],
    },
    {
      id: 'what-we-do-not-collect',
      heading: 'What we do not ask for',
      paragraphs: [
        'We do not ask about your health, religion, ethnic origin or other things that the Act calls special personal data. Please do not send us medical details. If you ask for advice about your skin, tell us only what you are happy to share.',
      ],
    },
    {
      id: 'why',
      heading: 'Why we use it',
      paragraphs: ['We use your data for these purposes and no others:'],
      list: [
        'to prepare, deliver and track your order, and to take your payment: without this there is no contract between us',
        'to answer your questions and handle returns',
        'to keep business and tax records, which the law demands',
        'to keep the shop and your account safe from misuse',
        'to send you news, only if you asked for it',
      ],
    },
    {
      id: 'must-you',
      heading: 'Must you give it?',
      paragraphs: [
        'For an order, name, phone number, town and region are needed, and a street address if we deliver. Without them we cannot bring you the parcel. The rider calls that phone number. Everything marked optional is your choice, and you can buy without an account.',
      ],
    },
    {
      id: 'who-else-sees-it',
      heading: 'Who else sees it',
      paragraphs: [
        'We do not sell or rent out your data. Others see only the part that they need for their work, and they are bound to keep it safe:',
      ],
      list: [
        'delivery riders and parcel carriers: name, phone, address and what is to be paid',
        'payment providers, such as mobile money operators and payment gateways: amount, reference and the number that pays',
        'messaging services, such as WhatsApp, SMS and e-mail providers: the message and where it goes',
        'hosting providers that run our servers and keep our back-ups; these may stand outside Ghana',
        'authorities and courts, where the law obliges us',
      ],
    },
    {
      id: 'on-your-device',
      heading: 'What stays on your device',
      paragraphs: [
        'This shop sets no cookies of its own, and nobody else follows you here without your Yes. Your cart, your wishlist, your sign-in, the way back to your last online payments and, if you wish, the details of your last order are kept in your own browser’s storage. Clearing the browser’s data removes them; signing out ends the sign-in at once.',
      ],
    },
    {
      id: 'in-public',
      heading: 'What others can see',
      paragraphs: [
        'A testimonial shows your display name, or the part of your e-mail before the at-sign, and the place you gave. Your e-mail address is never shown. Whoever has a tracking code can see the state of that order and the name on it, so share it with care.',
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      paragraphs: ['No longer than it is needed:'],
      list: [
        'orders and payments: 6 years, for our tax records',
        'your account: until you ask us to delete it',
        'a sign-in: 30 days after you last used it',
        'messages: until your question is settled, or until you ask us to delete them',
        'your newsletter address: until you unsubscribe; if you do not confirm it, 7 days',
      ],
    },
    {
      id: 'security',
      heading: 'How we protect it',
      paragraphs: [
        'Pages and payments travel encrypted. Passwords are stored only in a scrambled form. Staff and drivers see what their work needs and nothing else, and changes to an order are recorded.',
        'If your data should ever fall into the wrong hands, we tell you and the Data Protection Commission as soon as we reasonably can, and say what to do.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      paragraphs: ['Under the Data Protection Act you may at any time:'],
      list: [
        'ask whether we hold data about you, and see it',
        'have it corrected; most of it you can change yourself under [My Account](/account)',
        'have it deleted, where no law obliges us to keep it',
        'object to a use of it, or take back a consent',
        'stop all advertising: every newsletter has an unsubscribe link',
        'ask that no decision about you is made by a machine alone; we make none',
      ],
    },
    {
      id: 'complaints',
      heading: 'Questions and complaints',
      paragraphs: [
        '[Contact us](/contact) first; we will do our best to put it right. We may ask you to show that you are who you say, so that nobody else gets your data. You may also complain to the Data Protection Commission of Ghana.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      paragraphs: [
        'When we change this page, the date at the top changes too. If a change matters to you, we say so on the site before it takes effect.',
      ],
    },
  ],
}

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
