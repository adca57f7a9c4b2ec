import type { FontFiles, FontPair } from '#rules/brand.ts'
import bodoniCore from '../ui/fonts/bodoni-core.woff2'
import bodoniLatin1 from '../ui/fonts/bodoni-latin1.woff2'
import frauncesGh from '../ui/fonts/fraunces-gh.woff2'
import fredokaCore from '../ui/fonts/fredoka-core.woff2'
import fredokaLatin1 from '../ui/fonts/fredoka-latin1.woff2'
import jostCore from '../ui/fonts/jost-core.woff2'
import jostLatin1 from '../ui/fonts/jost-latin1.woff2'
import nunitoCore from '../ui/fonts/nunito-core.woff2'
import nunitoLatin1 from '../ui/fonts/nunito-latin1.woff2'
import onestGh from '../ui/fonts/onest-gh.woff2'

/** Where the letters of each pair lie. Only the sheet of a brand that has chosen them names them. */
export const fontFiles: Record<FontPair, FontFiles | null> = {
  classic: null,
  elegant: {
    serif: { core: bodoniCore, latin1: bodoniLatin1, gh: frauncesGh },
    sans: { core: jostCore, latin1: jostLatin1, gh: onestGh },
  },
  playful: {
    serif: { core: fredokaCore, latin1: fredokaLatin1, gh: onestGh },
    sans: { core: nunitoCore, latin1: nunitoLatin1, gh: onestGh },
  },
}
