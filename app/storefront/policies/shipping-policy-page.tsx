import type { Route } from './+types/shipping-policy-page.ts'
import { loadPolicy } from './load-policy.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadPolicy(context, 'shipping-policy')

export const meta: Route.MetaFunction = (args) => policyMeta(args, args.loaderData)

export default function ShippingPolicyPage({ loaderData }: Route.ComponentProps) {
  return <PolicyArticle policy={loaderData} />
}
