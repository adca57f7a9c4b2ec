import { downloadTicketResponse } from '#contract/downloads.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

export function downloadRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/downloads',
    config: { access: 'admin' },
    schema: {
      tags: ['Downloads'],
      description: 'A ticket for one export, for browsers that save it straight to a file.',
      response: { 201: downloadTicketResponse },
    },
    handler: async (request, reply) => {
      const ticket = await accounts.giveDownloadTicket(viewerOf(request))
      return reply.code(201).send({ ticket })
    },
  })
}
