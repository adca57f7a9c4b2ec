/** Text in which a link is written as [words](/path); only paths inside the shop are allowed. */
export type LinkedText = string

export type Fact = { label: string; value: string }

type PolicyTable = { columns: string[]; rows: string[][] }

export type PolicySection = {
  id: string
  heading: string
  paragraphs: LinkedText[]
  list?: LinkedText[]
  table?: PolicyTable
  /** The page adds the cedi fees here from the shop's own fee table, so that text and checkout never differ. */
  kind?: 'delivery-fees'
}

export type Policy = {
  title: string
  updated?: string
  /** One or two sentences under the title, also used for search results and link cards. */
  summary: string
  facts: Fact[]
  sections: PolicySection[]
}
