import {
  type ProfileForm,
  type ProfileResponse,
  profileForm,
  profileParams,
  profileResponse,
} from '#contract/profile.ts'
import type { Profile, ProfileChange } from '#server/features/accounts/profile.ts'
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
    handler: async (request) =>
      toResponse(await accounts.getProfile(viewerOf(request), request.params.email)),
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
      return toResponse(await accounts.saveProfile(viewerOf(request), { ...toChange(fields), photo }))
    },
  })
}

function toChange(form: ProfileForm): ProfileChange {
  return {
    id: form.id,
    email: form.email,
    fullName: form.full_name,
    displayName: form.display_name,
    website: form.website,
    phone: form.phone,
    shippingAddress: form.shipping_address,
    city: form.city,
    region: form.state,
    avatarUrl: form.avatar_url,
  }
}

function toResponse(profile: Profile): ProfileResponse {
  return {
    id: profile.id,
    email: profile.email,
    email_confirmed: profile.hasConfirmedEmail,
    full_name: profile.fullName,
    display_name: profile.displayName,
    website: profile.website,
    phone: profile.phone,
    shipping_address: profile.shippingAddress,
    city: profile.city,
    state: profile.region,
    avatar_url: profile.avatarUrl,
  }
}
