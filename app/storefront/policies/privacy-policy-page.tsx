import { privacyPolicy } from '../content/privacy-policy.ts'
import type { Route } from './+types/privacy-policy-page.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const meta: Route.MetaFunction = (args) => policyMeta(args, privacyPolicy)

export default function PrivacyPolicyPage() {
  return <PolicyArticle policy={privacyPolicy} />
}
