import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  averageRating,
  firstNameOf,
  ratingChange,
  readReviewPage,
  reviewMistakes,
  reviewPath,
  reviewStates,
} from './reviews.ts'

const stars = fc.integer({ min: 1, max: 5 })
const state = fc.constantFrom(...reviewStates)

test('however reviews come, are hidden, shown again and deleted, the sums are those of the shown ones', () => {
  const lives = fc.array(fc.tuple(stars, fc.array(state, { minLength: 1 }), fc.boolean()), { maxLength: 20 })
  fc.assert(
    fc.property(lives, (all) => {
      const sums = { ratingSum: 0, ratingCount: 0 }
      const shown: number[] = []
      for (const [rating, states, isDeleted] of all) {
        const way = [null, ...states, ...(isDeleted ? [null] : [])]
        for (const [place, after] of way.slice(1).entries()) {
          const change = ratingChange(way[place] ?? null, after, rating)
          sums.ratingSum += change.ratingSum
          sums.ratingCount += change.ratingCount
        }
        if (way.at(-1) === 'shown') shown.push(rating)
      }
      expect(sums).toEqual({
        ratingSum: shown.reduce((sum, each) => sum + each, 0),
        ratingCount: shown.length,
      })
    }),
  )
})

test('an average lies between the worst and the best, with one digit', () => {
  fc.assert(
    fc.property(fc.array(stars, { minLength: 1 }), (ratings) => {
      const ratingSum = ratings.reduce((sum, each) => sum + each, 0)
      const average = averageRating({ ratingSum, ratingCount: ratings.length }) ?? 0
      expect(average).toBeGreaterThanOrEqual(Math.min(...ratings))
      expect(average).toBeLessThanOrEqual(Math.max(...ratings))
      expect(Number(average.toFixed(1))).toBe(average)
    }),
  )
  expect(averageRating({ ratingSum: 0, ratingCount: 0 })).toBe(null)
  expect(averageRating({ ratingSum: 14, ratingCount: 3 })).toBe(4.7)
})

test('a review is shown under a first name, never under an address or a phone number', () => {
  expect(firstNameOf('  Ama Serwaa Mensah ')).toBe('Ama')
  expect(firstNameOf('ama@example.com')).toBe('')
  const review = { rating: 5, text: 'Soft skin', name: 'Ama', town: 'Kumasi' }
  expect(reviewMistakes(review)).toEqual({})
  expect(reviewMistakes({ ...review, town: '' })).toEqual({})
  for (const name of ['ama@example.com', '024 123 4567'])
    expect(reviewMistakes({ ...review, name })).toEqual({ name: 'Please enter your first name only' })
  expect(Object.keys(reviewMistakes({ rating: 6, text: ' ', name: '', town: 'x'.repeat(61) }))).toEqual([
    'rating',
    'text',
    'name',
    'town',
  ])
})

test('an address asks for a page of reviews, or for the first', () => {
  expect(['2', '20', '21', '0', '-1', '1e1', 'x', null].map(readReviewPage)).toEqual([
    2, 20, 1, 1, 1, 1, 1, 1,
  ])
  expect(reviewPath('K7P2QX', { key: 'a-b_c', product: 4 })).toBe(
    '/track-order?code=K7P2QX&review=a-b_c&product=4',
  )
  expect(reviewPath('K7P2QX', { key: null })).toBe('/track-order?code=K7P2QX&review=')
})
