import { redirect, redirectDocument } from 'react-router'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Wordmark } from '#app/layout/navigation-links.tsx'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { MailIcon, PhoneIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { chatLink, showPhone } from '#rules/phone-number.ts'
import { defaultChatNumber } from '#rules/shop-facts.ts'
import { ShopText } from '../content/shop-text.tsx'
import type { Route } from './+types/opening-soon-page.ts'

/** It stands in the place of every other page of a closed shop, so it is not the page that its address names. */
export const handle: PageHandle = { header: 'own', hydrates: false }

export async function loader({ context }: Route.LoaderArgs) {
  const { closedFor, report } = context.get(pageRequestContext)
  if (closedFor !== undefined) throw redirectDocument(closedFor)
  const { opening, pages } = context.get(shopContext)
  if ((await opening.read()).isOpen) throw redirect('/')
  return await pages.readOpeningSoon(report)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData?.title ?? 'Opening soon', hidden: true })
}

/** Without any script of ours: whoever waits for a shop waits for nothing else. */
export default function OpeningSoonPage({ loaderData: { title, lead, html } }: Route.ComponentProps) {
  const { shopName, chatNumber, contact } = useShopFacts()
  const hasChat = chatNumber !== defaultChatNumber
  return (
    <main id="main" tabIndex={-1} className="focus-inside grid flex-1 place-items-center px-gutter py-10">
      <div className="grid max-w-form justify-items-center gap-5 text-center">
        <Wordmark />
        <h1>{title}</h1>
        {lead !== '' && <p className="text-lg text-muted-foreground">{lead}</p>}
        {html !== '' && <ShopText html={html} className="prose text-left" />}
        <div className="flex flex-wrap justify-center gap-3">
          {hasChat && (
            <ButtonLink to={chatLink(chatNumber, `Hello ${shopName}`)}>
              <WhatsAppIcon size={20} />
              Chat on WhatsApp
            </ButtonLink>
          )}
          {contact.phone !== '' && (
            <ButtonLink variant="secondary" to={`tel:${contact.phone.replaceAll(/[^\d+]/g, '')}`}>
              <PhoneIcon size={20} />
              {showPhone(contact.phone)}
            </ButtonLink>
          )}
          {contact.email !== '' && (
            <ButtonLink variant="secondary" to={`mailto:${contact.email}`}>
              <MailIcon size={20} />
              {contact.email}
            </ButtonLink>
          )}
        </div>
        <a href="/login?from=/admin" className="flex min-h-11 items-center text-sm text-link hover:underline">
          For the team: sign in
        </a>
      </div>
    </main>
  )
}
