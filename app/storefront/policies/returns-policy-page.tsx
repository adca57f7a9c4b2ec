import { returnsPolicy } from '../content/returns-policy.ts'
import type { Route } from './+types/returns-policy-page.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const meta: Route.MetaFunction = (args) => policyMeta(args, returnsPolicy)

export default function ReturnsPolicyPage() {
  return <PolicyArticle policy={returnsPolicy} />
}
