import { privacyPolicy } from '../content/privacy-policy.ts'
import type { Route } from './+types/privacy-policy-page.ts'
import { PolicyArticle } from './policy-article.tsx'
import { policyMeta } from './policy-meta.ts'

export const meta: Route.MetaFunction = (args) => policyMeta(args, privacyPolicy)

export default function PrivacyPolicyPage() {
  return <PolicyArticle policy={privacyPolicy} />
}
