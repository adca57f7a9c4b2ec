import type { Route } from './+types/terms-of-service-page.ts'
import { loadPolicy } from './load-policy.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadPolicy(context, 'terms-of-service')

export const meta: Route.MetaFunction = (args) => policyMeta(args, args.loaderData)

export default function TermsOfServicePage({ loaderData }: Route.ComponentProps) {
  return <PolicyArticle policy={loaderData} />
}
