import sharp from 'sharp'
import { uploadForm } from '#server/testing/forms.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally } from './part.ts'
import { listPictureFiles } from './picture-files.ts'
import { type Heard, jsonOf, type Target } from './target.ts'

/** `size` of the files, spread over all of them. */
export const strangePictures: Attack = async (target, size) => {
  const tally = openTally()
  const files = await listPictureFiles()
  if (files.length < 60) tally.fail(`only ${files.length} files`)
  const chosen = files.filter((_, n) => size >= files.length || n % Math.ceil(files.length / size) === 0)
  const token = await target.newPerson('admin')
  let taken = 0
  await inHands(2, chosen, async ({ name, bytes, says }) => {
    const { body, headers } = await uploadForm([['image', { bytes, name: 'photo.jpg', type: says }]])
    const answer = await target
      .ask('POST', '/api/uploads', { token, headers, body })
      .catch((error) => void tally.fail(`${name} → ${error}`))
    if (!answer) return
    tally.count(name, answer.ms)
    if (answer.ms > 30_000) tally.fail(`${name} took ${Math.round(answer.ms / 1000)} s`)
    if (answer.status === 201) taken++
    const fault = faultOf(answer) ?? (await judge(target, answer))
    if (fault !== null) tally.fail(`${name} → ${fault}`)
  })
  return tally.outcome(`; ${taken} taken`)
}

async function judge(target: Target, answer: Heard): Promise<string | null> {
  if (answer.status !== 201) {
    return [400, 413, 415].includes(answer.status) ? null : `${answer.status} is not a refusal of a picture`
  }
  const { url } = jsonOf<{ url: string }>(answer)
  const shown = await target.ask('GET', new URL(url, target.address).pathname)
  const { format, exif, icc, iptc, xmp, comments, pages = 1 } = await sharp(shown.bytes).metadata()
  if (shown.headers['content-type'] !== 'image/webp' || format !== 'webp') return `became ${format}`
  if (exif ?? icc ?? iptc ?? xmp ?? comments) return 'kept what was hidden in it'
  return pages > 1 || shown.bytes.includes('<script') ? 'kept more than one picture' : null
}
