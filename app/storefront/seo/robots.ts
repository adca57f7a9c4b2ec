/** Other private pages say themselves that they are not for search, and must be readable to say it. */
const closed = ['/api/', '/admin', '/driver', '/pay/', '/newsletter/']

/** Search results of our own have endless addresses; the shelves are found without them. */
const endless = ['/shop?*q=']

export function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...[...closed, ...endless].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
