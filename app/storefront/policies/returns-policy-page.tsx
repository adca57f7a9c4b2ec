import type { Route } from './+types/returns-policy-page.ts'
import { loadPolicy } from './load-policy.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadPolicy(context, 'returns-policy')

export const meta: Route.MetaFunction = (args) => policyMeta(args, args.loaderData)

export default function ReturnsPolicyPage({ loaderData }: Route.ComponentProps) {
  return <PolicyArticle policy={loaderData} />
}
