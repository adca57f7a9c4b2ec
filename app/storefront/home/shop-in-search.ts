import type { MetaDescriptor } from 'react-router'
import { defaultShopFacts, type ShopFacts } from '#app/data/shop-facts.ts'

type KnownFacts = Pick<ShopFacts, 'shopName' | 'contact' | 'social'>

/** The shop and its search box, as search engines read them. What the owner has not entered is left out. */
export function shopInSearch(publicUrl: string, facts: KnownFacts = defaultShopFacts): MetaDescriptor {
  const home = `${publicUrl}/`
  const profiles = Object.values(facts.social).filter((address) => address !== '')
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Organization',
          '@id': `${home}#shop`,
          name: facts.shopName,
          url: home,
          logo: `${publicUrl}/icons/icon-512.png`,
          ...(facts.contact.phone && { telephone: facts.contact.phone }),
          ...(facts.contact.email && { email: facts.contact.email }),
          ...(profiles.length > 0 && { sameAs: profiles }),
        },
        {
          '@type': 'WebSite',
          '@id': `${home}#website`,
          name: facts.shopName,
          url: home,
          inLanguage: 'en-GH',
          publisher: { '@id': `${home}#shop` },
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/shop?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        },
      ],
    },
  }
}
