import { termsOfService } from '../content/terms-of-service.ts'
import type { Route } from './+types/terms-of-service-page.ts'
import { PolicyArticle } from './policy-article.tsx'
import { policyMeta } from './policy-meta.ts'

export const meta: Route.MetaFunction = (args) => policyMeta(args, termsOfService)

export default function TermsOfServicePage() {
  return <PolicyArticle policy={termsOfService} />
}
