import type { Category } from './categories.ts'
import type { Pesewas } from './money.ts'

export type SampleProduct = {
  id: number
  slug: string
  name: string
  description: string
  brands: string
  price: Pesewas
  category: Category
  how_to_use: string
  benefits: string[]
  ingredients: string[]
  stock_quantity: number
  featured: boolean
  best_seller: boolean
  pictures: string[]
}

// No product of the shop is numbered below zero, so a sample can never be bought by mistake.
export const sampleProducts: SampleProduct[] = [
  {
    id: -1,
    slug: 'hibiscus-glow-serum',
    name: 'Hibiscus Glow Serum',
    description:
      'A light ruby serum of hibiscus flower, niacinamide and hyaluronic acid. It sinks in before your trotro arrives and leaves dull, tired skin looking rested and even. 30 ml with a glass dropper.',
    brands: 'Adom Beauty',
    price: 14_500,
    category: 'serum',
    how_to_use:
      'Press three or four drops into clean, slightly damp skin, morning or night. Follow with a moisturizer, and with sunscreen by day.',
    benefits: [
      'Brings back a fresh, lively look',
      'Holds water in the skin through long dry hours',
      'Helps uneven tone look calmer',
      'Not sticky under make-up',
    ],
    ingredients: [
      'Aqua',
      'Hibiscus Sabdariffa Flower Extract',
      'Glycerin',
      'Niacinamide',
      'Sodium Hyaluronate',
      'Panthenol',
      'Aloe Barbadensis Leaf Juice',
      'Xanthan Gum',
      'Citric Acid',
      'Phenoxyethanol',
    ],
    stock_quantity: 4,
    featured: true,
    best_seller: false,
    pictures: ['hibiscus-glow-serum-1', 'hibiscus-glow-serum-2', 'hibiscus-glow-serum-3'],
  },
  {
    id: -2,
    slug: 'shea-butter-gentle-cleanser',
    name: 'Shea Butter Gentle Cleanser',
    description:
      'A creamy face wash with shea butter and oat that takes off sweat, dust and sunscreen and leaves no tight feeling behind. Mild enough for every morning and every night. 200 ml pump bottle.',
    brands: 'Adom Beauty',
    price: 8_500,
    category: 'cleanser',
    how_to_use:
      'Massage one or two pumps over a wet face for about a minute. Rinse with cool water and pat dry with a clean towel.',
    benefits: [
      'Lifts off the day without stripping the skin',
      'Comfortable for dry and sensitive skin',
      'Rinses clean, even with hard water',
    ],
    ingredients: [
      'Aqua',
      'Glycerin',
      'Coco-Glucoside',
      'Cocamidopropyl Betaine',
      'Butyrospermum Parkii (Shea) Butter',
      'Cetearyl Alcohol',
      'Avena Sativa Kernel Extract',
      'Panthenol',
      'Xanthan Gum',
      'Lactic Acid',
      'Sodium Benzoate',
    ],
    stock_quantity: 36,
    featured: true,
    best_seller: true,
    pictures: [
      'shea-butter-gentle-cleanser-1',
      'shea-butter-gentle-cleanser-2',
      'shea-butter-gentle-cleanser-3',
    ],
  },
  {
    id: -3,
    slug: 'aloe-mineral-sunscreen-spf-50',
    name: 'Aloe Mineral Sunscreen SPF 50',
    description:
      'A broad spectrum mineral sunscreen with zinc oxide in a cool aloe vera base. Work it in a little at a time and it settles to a soft, natural finish on deep skin. 50 ml tube that fits a handbag.',
    brands: 'Adom Beauty',
    price: 16_500,
    category: 'sunscreen',
    how_to_use:
      'As the last step of the morning, spread two finger lengths over face, ears and neck. Put on more every two hours outdoors, and after swimming or heavy sweating.',
    benefits: [
      'SPF 50, against UVA and UVB',
      'Mineral filters that suit most sensitive skin',
      'Cooling aloe for hot afternoons',
      'No added perfume',
    ],
    ingredients: [
      'Aqua',
      'Zinc Oxide',
      'Aloe Barbadensis Leaf Juice',
      'Caprylic/Capric Triglyceride',
      'Titanium Dioxide',
      'Glycerin',
      'Squalane',
      'Polyglyceryl-3 Diisostearate',
      'Tocopherol',
      'Phenoxyethanol',
    ],
    stock_quantity: 28,
    featured: true,
    best_seller: true,
    pictures: [
      'aloe-mineral-sunscreen-spf-50-1',
      'aloe-mineral-sunscreen-spf-50-2',
      'aloe-mineral-sunscreen-spf-50-3',
    ],
  },
  {
    id: -4,
    slug: 'moringa-daily-moisturizer',
    name: 'Moringa Daily Moisturizer',
    description:
      'A soft everyday cream of moringa seed oil, shea and squalane. Light enough for a humid day in Accra, and a second thin layer makes it ready for harmattan. 50 ml jar.',
    brands: 'Adom Beauty',
    price: 11_000,
    category: 'moisturizer',
    how_to_use:
      'Warm a small scoop between your palms and press it over face and neck, morning and night. In harmattan, add a second thin layer where skin feels tight.',
    benefits: [
      'Keeps skin soft from morning to evening',
      'Settles without a greasy shine',
      'Helps the skin hold on to its own moisture',
    ],
    ingredients: [
      'Aqua',
      'Glycerin',
      'Butyrospermum Parkii (Shea) Butter',
      'Cetearyl Alcohol',
      'Moringa Oleifera Seed Oil',
      'Panthenol',
      'Aloe Barbadensis Leaf Juice',
      'Squalane',
      'Sodium Hyaluronate',
      'Tocopherol',
      'Xanthan Gum',
      'Citric Acid',
      'Phenoxyethanol',
    ],
    stock_quantity: 30,
    featured: true,
    best_seller: false,
    pictures: ['moringa-daily-moisturizer-1', 'moringa-daily-moisturizer-2', 'moringa-daily-moisturizer-3'],
  },
  {
    id: -5,
    slug: 'baobab-vitamin-c-serum',
    name: 'Baobab & Vitamin C Serum',
    description:
      'Golden baobab oil meets a steady form of vitamin C for skin that looks bright and awake. The amber bottle guards it from light; keep it in a cool drawer and it stays fresh to the last drop. 30 ml.',
    brands: 'Adom Beauty',
    price: 16_000,
    category: 'serum',
    how_to_use:
      'In the morning, smooth three drops over clean skin. Let it settle for a minute, then moisturize and put on sunscreen.',
    benefits: [
      'Gives dull skin a brighter look',
      'Partners well with sunscreen by day',
      'Softens the feel of dry patches',
    ],
    ingredients: [
      'Aqua',
      'Glycerin',
      'Sodium Ascorbyl Phosphate',
      'Adansonia Digitata (Baobab) Seed Oil',
      'Polysorbate 20',
      'Citrus Sinensis Fruit Extract',
      'Sodium Hyaluronate',
      'Tocopherol',
      'Xanthan Gum',
      'Phenoxyethanol',
    ],
    stock_quantity: 18,
    featured: false,
    best_seller: false,
    pictures: ['baobab-vitamin-c-serum-1', 'baobab-vitamin-c-serum-2', 'baobab-vitamin-c-serum-3'],
  },
  {
    id: -6,
    slug: 'black-soap-clarifying-cleanser',
    name: 'Black Soap Clarifying Cleanser',
    description:
      'The black soap you grew up with, cooked from cocoa pod and plantain peel ash, then milled with shea so it is kinder to the face. A good bar for oily skin and sticky days. 120 g.',
    brands: 'Adom Beauty',
    price: 4_800,
    category: 'cleanser',
    how_to_use:
      'Rub the bar between wet hands, never straight on the face. Massage the lather for half a minute, rinse well and moisturize. Begin with three times a week.',
    benefits: [
      'Clears away oil and city dust',
      'Leaves skin fresh, not squeaky',
      'One bar lasts about six weeks',
    ],
    ingredients: [
      'Elaeis Guineensis (Palm) Kernel Oil',
      'Aqua',
      'Theobroma Cacao Pod Ash',
      'Musa Paradisiaca (Plantain) Peel Ash',
      'Butyrospermum Parkii (Shea) Butter',
      'Cocos Nucifera Oil',
      'Glycerin',
    ],
    stock_quantity: 60,
    featured: false,
    best_seller: true,
    pictures: [
      'black-soap-clarifying-cleanser-1',
      'black-soap-clarifying-cleanser-2',
      'black-soap-clarifying-cleanser-3',
    ],
  },
  {
    id: -7,
    slug: 'rose-water-hydrating-toner',
    name: 'Rose Water Hydrating Toner',
    description:
      'True rose water with glycerin and aloe vera, and no drying alcohol. Pat it on after washing so your serum and cream glide, or keep it in the fridge for hot afternoons. 150 ml.',
    brands: 'Adom Beauty',
    price: 7_500,
    category: 'toner',
    how_to_use:
      'After cleansing, pour a little into your palm and pat it on until the skin feels damp. Go straight on to serum or moisturizer.',
    benefits: [
      'A first drink of water for thirsty skin',
      'Cool and calm after a day in the sun',
      'No drying alcohol',
    ],
    ingredients: [
      'Rosa Damascena Flower Water',
      'Aqua',
      'Glycerin',
      'Aloe Barbadensis Leaf Juice',
      'Betaine',
      'Panthenol',
      'Citric Acid',
      'Sodium Benzoate',
      'Potassium Sorbate',
    ],
    stock_quantity: 24,
    featured: false,
    best_seller: false,
    pictures: [
      'rose-water-hydrating-toner-1',
      'rose-water-hydrating-toner-2',
      'rose-water-hydrating-toner-3',
    ],
  },
  {
    id: -8,
    slug: 'kaolin-clay-mask',
    name: 'Kaolin Clay Mask',
    description:
      'White kaolin and pink clay in a smooth, ready-mixed mask for your Sunday evening. It draws off extra oil and comes away before it cracks, so skin is left soft. 100 ml jar.',
    brands: 'Adom Beauty',
    price: 9_500,
    category: 'mask',
    how_to_use:
      'Once a week, spread a thin layer on clean skin, away from eyes and lips. Rinse after eight to ten minutes, while it still feels slightly damp, then moisturize.',
    benefits: [
      'Takes off shine and dull build-up',
      'Makes pores look cleaner',
      'Smooth to spread and easy to rinse',
    ],
    ingredients: [
      'Kaolin',
      'Aqua',
      'Glycerin',
      'Montmorillonite',
      'Butyrospermum Parkii (Shea) Butter',
      'Aloe Barbadensis Leaf Juice',
      'Xanthan Gum',
      'Citric Acid',
      'Phenoxyethanol',
    ],
    stock_quantity: 0,
    featured: false,
    best_seller: false,
    pictures: ['kaolin-clay-mask-1', 'kaolin-clay-mask-2', 'kaolin-clay-mask-3'],
  },
]
