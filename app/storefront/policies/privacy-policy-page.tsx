import { useShopFacts } from '#app/data/shop-facts.ts'
import { attempt } from '#app/data/stored.ts'
import { Button } from '#app/ui/button.tsx'
import { measurersOf } from '#rules/measuring.ts'
import type { Route } from './+types/privacy-policy-page.ts'
import { loadPolicy } from './load-policy.ts'
import { PolicyArticle, policyMeta } from './policy-article.tsx'

export const loader = ({ context }: Route.LoaderArgs) => loadPolicy(context, 'privacy-policy')

export const meta: Route.MetaFunction = (args) => policyMeta(args, args.loaderData)

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  return (
    <PolicyArticle policy={loaderData}>
      <MeasuringChoice />
    </PolicyArticle>
  )
}

/** Only in a shop whose owner lets somebody measure ads. */
function MeasuringChoice() {
  const { measuring } = useShopFacts()
  if (measuring === undefined) return null
  const askAgain = () => {
    attempt(() => localStorage.removeItem('consent'))
    // Scripts that run already end only with the page; the new one asks.
    window.location.reload()
  }
  return (
    <section aria-labelledby="measuring" className="mt-10 print:hidden">
      <h2 id="measuring">Measuring of our ads</h2>
      <p className="mt-3">
        {measurersOf(measuring)} may measure our ads with cookies if you say Yes, and only then. You can
        change your answer at any time.
      </p>
      <Button variant="secondary" className="mt-4" onClick={askAgain}>
        Ask me again
      </Button>
    </section>
  )
}
