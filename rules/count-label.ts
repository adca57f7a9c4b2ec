/** A search counts up to full hundreds and one: whoever finds so many needs no exact number, and counting would take its time. */
export function countLabel(total: number, isSearch: boolean): string {
  const isCutOff = isSearch && total > 100 && total % 100 === 1
  return isCutOff ? `more than ${total - 1}` : String(total)
}
