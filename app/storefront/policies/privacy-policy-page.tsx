import type { Route } from './+types/privacy-policy-page.ts'
import { loadPolicy } from './load-policy.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadPolicy(context, 'privacy-policy')

export const meta: Route.MetaFunction = (args) => policyMeta(args, args.loaderData)

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  return <PolicyArticle policy={loaderData} />
}
