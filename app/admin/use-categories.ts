import type { CategoryResponse } from '#contract/catalogue-forms.ts'
import { shelfOf } from '#rules/categories.ts'
import { useFetch } from '../data/use-fetch.ts'

/** The shop's categories for forms, filters and lists. */
export function useCategories() {
  const { data, error, isLoading, refetch } = useFetch<CategoryResponse[]>('/api/categories')
  return {
    categories: data ?? [],
    choices: (data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
    /** What a product's category is called. */
    nameOf: (slug: string) => data?.find((category) => category.slug === slug)?.name ?? shelfOf(slug).name,
    error,
    isLoading,
    refetch,
  }
}
