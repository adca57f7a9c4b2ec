/** The post's own text. It was cleaned of everything that could run when it was saved. */
export function PostContent({ html }: { html: string }) {
  return (
    <div
      className="prose mt-8 text-lg [&_figcaption]:mt-2 [&_figcaption]:text-sm [&_figcaption]:text-muted-foreground [&_hr]:border-border [&_img]:mx-auto [&_pre]:whitespace-pre-wrap [&_table]:table [&_table]:w-full [&_th]:whitespace-nowrap"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop cleans posts with an allow-list when it stores them.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/**
 * A table that is wider than the phone is moved sideways in its own frame, also with the arrow keys. The texts of
 * posts were cleaned when they were saved, so a table always begins and ends with the same text.
 */
export function scrollableTables(html: string): string {
  return html
    .replaceAll(
      /<table\b/g,
      '<div class="overflow-x-auto" role="group" aria-label="Table" tabindex="0"><table',
    )
    .replaceAll('</table>', '</table></div>')
}
