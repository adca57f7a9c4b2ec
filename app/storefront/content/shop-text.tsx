import { shopMedia } from '#rules/web-address.ts'

/** A text of the shop. It was cleaned of everything that could run when it was saved. */
export function ShopText({ html, className }: { html: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop cleans its texts with an allow-list when it stores them.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

type Frame = {
  /** Where the shop's pictures are handed out. */
  picturesAt: string
  /** A table without a name of its own is called like the heading above it. */
  heading?: string
}

/** The look of a text of the shop. It was cleaned when it was saved, so a tag is always written in the same way. */
export function styledHtml(html: string, { picturesAt, heading = '' }: Frame): string {
  const caption = heading && `<caption>${heading.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</caption>`
  return (
    html
      .replaceAll('<a href=', '<a class="text-link underline underline-offset-3" href=')
      .replaceAll(`src="${shopMedia}/`, `src="${picturesAt}/`)
      // Short rows of text that fit a phone, so the table stays a table.
      .replaceAll(/<table>(?!<caption>)/g, () => `<table>${caption}`)
      .replaceAll('<table>', '<table class="table! w-full">')
      .replaceAll('<caption>', '<caption class="sr-only">')
      .replaceAll('<th scope="col">', '<th scope="col" class="text-sm text-muted-foreground">')
      .replaceAll('<th scope="row">', '<th scope="row" class="font-medium">')
      .replaceAll('<td>', '<td class="min-w-20 last:pr-0">')
  )
}
