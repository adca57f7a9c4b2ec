import type { RouterContextProvider } from 'react-router'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import type { PolicyView } from '#contract/content.ts'
import type { PolicyPage } from '#rules/page-texts.ts'
import { styledHtml } from '../content/shop-text.tsx'

export async function loadPolicy(
  context: Readonly<RouterContextProvider>,
  slug: PolicyPage,
): Promise<PolicyView> {
  const { pages, picturesAt } = context.get(shopContext)
  const policy = await pages.readPolicy(slug, context.get(pageRequestContext).report)
  return {
    ...policy,
    intro: styledHtml(policy.intro, { picturesAt }),
    sections: policy.sections.map((section) => ({
      ...section,
      html: styledHtml(section.html, { picturesAt, heading: section.heading }),
    })),
  }
}
