type PageRange = { from: number; to: number; pages: number }

/** Which rows a page shows, counted from one, and how many pages there are. */
export function pageRange(page: number, pageSize: number, total: number): PageRange {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const current = Math.min(Math.max(1, page), pages)
  const from = total === 0 ? 0 : (current - 1) * pageSize + 1
  return { from, to: Math.min(current * pageSize, total), pages }
}
