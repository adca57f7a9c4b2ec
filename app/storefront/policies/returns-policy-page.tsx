import { returnsPolicy } from '../content/returns-policy.ts'
import type { Route } from './+types/returns-policy-page.ts'
import { PolicyArticle } from './policy-article.tsx'
import { policyMeta } from './policy-meta.ts'

export const meta: Route.MetaFunction = (args) => policyMeta(args, returnsPolicy)

export default function ReturnsPolicyPage() {
  return <PolicyArticle policy={returnsPolicy} />
}
