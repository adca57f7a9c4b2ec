import { termsOfService } from '../content/terms-of-service.ts'
import type { Route } from './+types/terms-of-service-page.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const meta: Route.MetaFunction = (args) => policyMeta(args, termsOfService)

export default function TermsOfServicePage() {
  return <PolicyArticle policy={termsOfService} />
}
