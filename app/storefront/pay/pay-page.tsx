import { data } from 'react-router'
import { shopContext } from '#app/data/shop-context.ts'
import type { PageHandle } from '#app/layout/page-frame.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { formatGhs } from '#rules/money.ts'
import type { Route } from './+types/pay-page.ts'
import { PaymentNotFound } from './payment-not-found.tsx'
import { PaymentPanel } from './payment-panel.tsx'

export const handle: PageHandle = { header: 'quiet' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const payment = await shop.payments.find(params.referenceId).catch(nullIfUnknown)
  return data({ payment, now: shop.now() }, { status: payment ? 200 : 404 })
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'payment_not_found') return null
  throw error
}

export function meta(args: Route.MetaArgs) {
  const payment = args.loaderData?.payment
  const title = payment ? `Approve payment – ${formatGhs(payment.amount)}` : 'Payment not found'
  return pageMeta(args, { title, description: 'Where the payment of your order stands.', hidden: true })
}

export default function PayPage({ loaderData: { payment, now } }: Route.ComponentProps) {
  if (!payment) return <PaymentNotFound />
  return <PaymentPanel key={payment.reference} first={payment} now={now} />
}
