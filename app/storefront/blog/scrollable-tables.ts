/**
 * A table that is wider than the phone is moved sideways in its own frame, also with the arrow keys. The texts of
 * posts were cleaned when they were saved, so a table always begins and ends in the same words.
 */
export function scrollableTables(html: string): string {
  return html
    .replaceAll(
      /<table\b/g,
      '<div class="overflow-x-auto" role="group" aria-label="Table" tabindex="0"><table',
    )
    .replaceAll('</table>', '</table></div>')
}
