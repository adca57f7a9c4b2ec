import { useSearchParams } from 'react-router'
import type { HandOverAnswer } from '../../../contract/cash-book.ts'
import { useAnswer } from '../../data/use-answer.ts'

export const handOversOnPage = 20

export function useHandOvers() {
  const [search] = useSearchParams()
  const asked = Number(search.get('page') ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 10_000 ? asked : 1
  const handOvers = useAnswer<HandOverAnswer[]>(`/api/hand-overs?page=${page}&limit=${handOversOnPage}`)
  return { page, handOvers }
}
