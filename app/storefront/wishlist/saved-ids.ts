/** The numbers in an address such as `?ids=3,12`; what is not a product's number is left out. */
export function readIds(text: string | null, most: number): number[] {
  const ids = (text ?? '')
    .split(',')
    .filter((part) => /^\d{1,10}$/.test(part))
    .map(Number)
  return [...new Set(ids)].slice(0, most)
}

/** Once listed, a product keeps its place until the page is left, so that removing it can be undone where it was. */
export function keepListed(listed: readonly number[], saved: readonly number[]): readonly number[] {
  const fresh = saved.filter((id) => !listed.includes(id))
  return fresh.length === 0 ? listed : [...fresh, ...listed]
}
