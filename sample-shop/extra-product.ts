import type { SampleProduct } from '../rules/sample-products.ts'

// The ninth product is only ever on a real shelf: the fallback list is fixed at eight.
export const extraProduct: Omit<SampleProduct, 'id'> = {
  slug: 'cocoa-peptide-eye-cream',
  name: 'Cocoa Peptide Eye Cream',
  description:
    'A cushiony little cream of cocoa butter, peptides and caffeine for the thin skin around the eyes. Pat on a grain of rice’s worth and late nights show a little less. 15 ml jar.',
  brands: 'Adom Beauty',
  price: 13_000,
  category: 'eye cream',
  how_to_use:
    'Morning or night, take an amount the size of a grain of rice for both eyes. Pat it along the bone with your ring finger, not on the lid.',
  benefits: [
    'Softens the look of fine dry lines',
    'Freshens eyes that look tired',
    'Sits well under concealer',
  ],
  ingredients: [
    'Aqua',
    'Glycerin',
    'Theobroma Cacao (Cocoa) Seed Butter',
    'Cetearyl Alcohol',
    'Squalane',
    'Cera Alba',
    'Caffeine',
    'Palmitoyl Tripeptide-1',
    'Palmitoyl Tetrapeptide-7',
    'Sodium Hyaluronate',
    'Tocopherol',
    'Phenoxyethanol',
  ],
  stock_quantity: 15,
  featured: false,
  best_seller: false,
  pictures: ['cocoa-peptide-eye-cream-1', 'cocoa-peptide-eye-cream-2', 'cocoa-peptide-eye-cream-3'],
}
