import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/public-url.ts'
import { defaultShopFacts } from '#app/data/shop-facts.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import type { Route } from './+types/contact-page.ts'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import { FindUs } from './find-us.tsx'

export function meta(args: Route.MetaArgs) {
  const { hours } = (args.matches[0]?.loaderData?.facts ?? defaultShopFacts).contact
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'Contact', to: '/contact' },
  ]
  return [
    ...pageMeta(args, {
      title: 'Contact',
      description: `Call, chat on WhatsApp or send us a message. We answer ${hours}.`,
    }),
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function ContactPage() {
  return (
    <div className="mx-auto max-w-store px-gutter pt-8 pb-section lg:pt-14">
      <h1>Contact us</h1>
      <p className="mt-3 max-w-prose text-lg text-muted-foreground">
        A question about your skin, an order or a product? Real people answer.
      </p>
      <div className="mt-8 grid gap-8 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr] lg:gap-x-14 lg:gap-y-6">
        <ContactDetails />
        <div className="max-w-form lg:row-span-2">
          <ContactForm />
        </div>
        <FindUs />
      </div>
    </div>
  )
}
