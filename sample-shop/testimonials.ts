type SampleTestimonial = {
  name: string
  location: string
  quote: string
  rating: 4 | 5
  days_ago: number
  sample: true
}

// First names only and marked as samples: these customers exist in the sample shop and nowhere else.
export const sampleTestimonials: SampleTestimonial[] = [
  {
    name: 'Abena',
    location: 'Kumasi',
    quote:
      'My face used to feel like paper by noon in January. Two thin layers of the moringa cream in the morning and I forget about it until I get home.',
    rating: 5,
    days_ago: 3,
    sample: true,
  },
  {
    name: 'Kwesi',
    location: 'Takoradi',
    quote:
      'I work outside on site, so I wanted a sunscreen that does not make me grey. You must rub it in bit by bit, but then it behaves. I am on my second tube.',
    rating: 4,
    days_ago: 8,
    sample: true,
  },
  {
    name: 'Esi',
    location: 'Cape Coast',
    quote:
      'I ordered on WhatsApp after church on Sunday and paid the rider when it came on Thursday. The hibiscus serum smells of nothing, which is exactly what I like.',
    rating: 5,
    days_ago: 15,
    sample: true,
  },
  {
    name: 'Yaw',
    location: 'Tamale',
    quote:
      'Bought the shea cleanser for my wife and ended up sharing it. No tight skin after shaving, and the pump does not pour out half the bottle.',
    rating: 5,
    days_ago: 22,
    sample: true,
  },
  {
    name: 'Akosua',
    location: 'Tema',
    quote:
      'The black soap bar took a little getting used to. Three evenings a week is right for me, with moisturizer straight after. Good price too.',
    rating: 4,
    days_ago: 31,
    sample: true,
  },
  {
    name: 'Naa',
    location: 'Accra',
    quote:
      'They answered my question about my skin before trying to sell me anything. The rose water lives in my fridge now, and my sister keeps stealing it.',
    rating: 5,
    days_ago: 44,
    sample: true,
  },
]
