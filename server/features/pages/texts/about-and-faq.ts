import type { LinkedText } from './policy.ts'

type StoryBand = {
  id: string
  heading: string
  paragraphs: LinkedText[]
  /** The picture’s place among the shop’s pictures, without its ending. */
  picture: string
}

type ShopValue = { title: string; text: string }

export const aboutTitle = 'Grace for your skin'

export const nameOfFirstShop = 'Adom is the Twi word for grace. '

export const aboutLead =
  'Adom is the Twi word for grace. We make skin care for Ghana’s sun, dust and sea air, from plants that have grown here longer than any beauty trend.'

export const storyBands: StoryBand[] = [
  {
    id: 'where-it-began',
    heading: 'It began with a tub of shea',
    paragraphs: [
      'In most homes in Ghana there is one: a tub of shea butter that somebody brought from the north, used on babies, heels, hair and everything between. It works. It also smells of smoke, stains the pillow and feels heavy on a humid day in Accra.',
      'So we asked a simple question. What if we kept what our grandmothers knew, and made it pleasant enough to use every morning before work?',
    ],
    picture: 'about',
  },
  {
    id: 'made-for-here',
    heading: 'Made for here',
    paragraphs: [
      'Much of what stands on shelves was made with another climate and another skin in mind. Our year has a dusty harmattan, a long wet heat, and a noon sun that forgives nobody. Deep skin has its own questions, too: ash, marks that stay, sunscreens that turn grey.',
      'Those questions come first when we choose what goes into a jar, and how thick, how light and how large it should be.',
    ],
    picture: 'products/moringa-daily-moisturizer-2',
  },
  {
    id: 'plants-we-know',
    heading: 'Plants we know by name',
    paragraphs: [
      'Shea and baobab from the savannah. Cocoa from the forest belt. Moringa, hibiscus and aloe from the garden behind the house. Beside them stand well-tried helpers such as glycerin, niacinamide and zinc oxide, because nature does not do every job alone.',
      'Each one is printed on the pack and on the product’s page. If you would like to understand the list, [our blog](/blog) shows you how to read it.',
    ],
    picture: 'products/baobab-vitamin-c-serum-2',
  },
  {
    id: 'from-us-to-you',
    heading: 'From our shelf to your gate',
    paragraphs: [
      'You order on your phone, in the way that suits you: on WhatsApp with payment on delivery, or online with mobile money. A rider calls before coming, because we all know that “the blue gate after the big tree” is a real address.',
      'And if your skin does not agree with something, talk to us. We would rather lose a sale than your trust. [Write to us](/contact) or [look around the shop](/shop).',
    ],
    picture: 'hero',
  },
]

export const valuesHeading = 'What we hold on to'

export const shopValues: ShopValue[] = [
  {
    title: 'Your own colour',
    text: 'We care for skin as it is. Nothing we sell is made to change its colour: no hydroquinone, no mercury, no steroids.',
  },
  {
    title: 'Plain words',
    text: 'Every ingredient is named, every price is shown in full, and we do not promise miracles.',
  },
  {
    title: 'Kind to animals',
    text: 'Our products are not tested on animals.',
  },
  {
    title: 'Near to you',
    text: 'Real people answer, Monday to Saturday, 9am to 10pm GMT.',
  },
]

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
