import type { MetaDescriptor } from 'react-router'
import { largestAddress } from '#app/components/shop-picture.tsx'
import type { PostCard } from '#contract/blog.ts'
import { postAddress } from './blog-addresses.ts'

type Publisher = { publicUrl: string; shopName: string }

/** The post as search engines read it. */
export function blogPosting(
  { publicUrl, shopName }: Publisher,
  post: PostCard & { updatedAt: Date },
): MetaDescriptor {
  const shop = { '@type': 'Organization', name: shopName, url: `${publicUrl}/` }
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.createdAt.toISOString(),
      dateModified: post.updatedAt.toISOString(),
      mainEntityOfPage: publicUrl + postAddress(post.slug),
      author: shop,
      publisher: shop,
      ...(post.picture && { image: publicUrl + largestAddress(post.picture) }),
    },
  }
}
