import { csvLine, momentForSpreadsheet } from './orders-csv.ts'

export type ReaderInCsv = { email: string; agreedAt: Date }

export function newsletterCsvHeader(): string {
  return csvLine(['Email', 'Agreed (GMT)'])
}

export function newsletterCsvRow({ email, agreedAt }: ReaderInCsv): string {
  return csvLine([email, momentForSpreadsheet(agreedAt)])
}

/** `newsletter-2024-03-05T14-03-09Z.csv` */
export function newsletterCsvFileName(at: Date): string {
  return `newsletter-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`
}
