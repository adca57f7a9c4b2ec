/** A text of the shop. It was cleaned of everything that could run when it was saved. */
export function ShopText({ html, className }: { html: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop cleans its texts with an allow-list when it stores them.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
