import { profileForm, profileParams, profileResponse } from '#contract/profile.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import { usualLimits } from '../limits.ts'
import type { Api } from '../typed-api.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Profile']

export function profileRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/profile/email/:email',
    config: { access: 'signed_in' },
    schema: { tags, params: profileParams, response: { 200: profileResponse } },
    handler: (request) => accounts.getProfile(viewerOf(request), request.params.email),
  })

  api.route({
    method: 'PUT',
    url: '/profile',
    config: { access: 'signed_in', upload: true },
    handlerTimeout: usualLimits.uploadMs,
    schema: {
      tags,
      description:
        'A multipart form: id, email, full_name, display_name, website, phone, shipping_address, city, state, avatar_url, and a photo as the file avatar.',
      consumes: ['multipart/form-data'],
      response: { 200: profileResponse },
    },
    handler: async (request) => {
      const { fields, files } = await readUpload(request, profileForm, { avatar: 1 })
      const [photo] = files.get('avatar') ?? []
      return await accounts.saveProfile(viewerOf(request), { ...fields, photo })
    },
  })
}
