import type { LinkedText } from './policy.ts'

export type StoryBand = {
  id: string
  heading: string
  paragraphs: LinkedText[]
  /** The picture’s place among the shop’s pictures, without its ending. */
  picture: string
}

export type ShopValue = { title: string; text: string }

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
