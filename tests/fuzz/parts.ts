import { hijackedAccounts, passwordGuesses } from './account-attacks.ts'
import { brokenForms } from './broken-forms.ts'
import { brokenJson } from './broken-json.ts'
import { brokenStorage, handedOnPhones, scriptTexts } from './browser-attacks.ts'
import { countedCodes } from './counted-codes.ts'
import { injectedTexts } from './injected-texts.ts'
import type { Part } from './part.ts'
import { patterns } from './patterns.ts'
import { rawBytes } from './raw-bytes.ts'
import { schemaCalls } from './schema-calls.ts'
import { searchPatterns } from './search-patterns.ts'
import { slowLines } from './slow-lines.ts'
import { slowUploads } from './slow-uploads.ts'
import { spreadsheets } from './spreadsheets.ts'
import { strangePictures } from './strange-pictures.ts'

/** All that is tried on the shop. */
export const parts: Record<string, Part> = {
  'schema-calls': { attack: schemaCalls, full: 5_000, slice: 1, memoryMb: 100 },
  'raw-bytes': { attack: rawBytes, full: 5_000, slice: 30, memoryMb: 100 },
  'broken-json': { attack: brokenJson, full: 5_000, slice: 6, memoryMb: 100 },
  'broken-forms': { attack: brokenForms, full: 1_000, slice: 5, memoryMb: 100 },
  pictures: { attack: strangePictures, full: 100, slice: 14, memoryMb: 100 },
  'injected-texts': { attack: injectedTexts, full: 1_000, slice: 1, memoryMb: 100 },
  'search-patterns': { attack: searchPatterns, full: 1_000, slice: 25, memoryMb: 100 },
  'slow-lines': { attack: slowLines, full: 300, slice: 20, memoryMb: 100 },
  'slow-uploads': { attack: slowUploads, full: 75, slice: 3, memoryMb: 150 },
  'password-guesses': { attack: passwordGuesses, full: 1_000, slice: 1, memoryMb: 100 },
  'counted-codes': { attack: countedCodes, full: 2_000, slice: 20, memoryMb: 100 },
  'hijacked-accounts': { attack: hijackedAccounts, full: 40, slice: 2, memoryMb: 100 },
  spreadsheets: { attack: spreadsheets, full: 1_000, slice: 20, memoryMb: 100 },
  patterns: { attack: patterns, full: 30_000, slice: 40, memoryMb: 50 },
  'script-texts': { attack: scriptTexts, full: 10, slice: 0, memoryMb: 100 },
  'handed-on-phones': { attack: handedOnPhones, full: 4, slice: 0, memoryMb: 100 },
  'broken-storage': { attack: brokenStorage, full: 1_000, slice: 0, memoryMb: 100 },
}
