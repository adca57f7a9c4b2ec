import { type BrandResponse, brandForm, brandResponse } from '#contract/brand.ts'
import { brandFileAddress, brandPictureNames, readBrandColours } from '#rules/brand.ts'
import { defaultBrandColours } from '#rules/brand-colours.ts'
import type { Brand } from '#server/features/brand/brand.ts'
import type { BrandPicture } from '#server/features/brand/tables.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { usualLimits } from '../limits.ts'
import type { Api } from '../typed-api.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Brand']

export function brandRoutes(api: Api, { brand }: Shop): void {
  api.route({
    method: 'GET',
    url: '/brand',
    config: { access: 'settings' },
    schema: { tags, response: { 200: brandResponse } },
    handler: async () => toResponse(await brand.read()),
  })

  api.route({
    method: 'PUT',
    url: '/brand',
    config: { access: 'settings', upload: true },
    handlerTimeout: usualLimits.uploadMs,
    schema: {
      tags,
      description:
        'A multipart form: the versions that were seen, name, line, the four colours, fonts, corners, remove (pictures to take away, with commas), and new pictures as the files logo_light, logo_dark, icon and share_card. A colour that is too hard to read is refused, and the nearest that passes is named.',
      consumes: ['multipart/form-data'],
      response: { 200: brandResponse },
    },
    handler: async (request) => {
      const most = Object.fromEntries(brandPictureNames.map((name) => [name, 1]))
      const { fields, files } = await readUpload(request, brandForm, most)
      const { version, name_version: nameVersion, name, line, fonts, corners, remove } = fields
      const colours = readBrandColours(fields) ?? defaultBrandColours
      const given = brandPictureNames.flatMap((each) => {
        const [bytes] = files.get(each) ?? []
        return bytes ? [[each, bytes]] : []
      })
      const input = { version, nameVersion, name, line, look: { colours, fonts, corners }, remove }
      return toResponse(await brand.save(viewerOf(request), { ...input, files: Object.fromEntries(given) }))
    },
  })
}

function toResponse({ name, line, look, pictures, version, nameVersion }: Brand): BrandResponse {
  const picture = (each: BrandPicture | undefined) =>
    each ? { url: brandFileAddress(each.file), width: each.width, height: each.height } : null
  return {
    version,
    name_version: nameVersion,
    name,
    line,
    ...look,
    logo_light: picture(pictures.logo_light),
    logo_dark: picture(pictures.logo_dark),
    icon: picture(pictures.icon?.large),
    share_card: picture(pictures.share_card),
  }
}
