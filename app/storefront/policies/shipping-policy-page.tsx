import { shippingPolicy } from '../content/shipping-policy.ts'
import type { Route } from './+types/shipping-policy-page.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const meta: Route.MetaFunction = (args) => policyMeta(args, shippingPolicy)

export default function ShippingPolicyPage() {
  return <PolicyArticle policy={shippingPolicy} />
}
