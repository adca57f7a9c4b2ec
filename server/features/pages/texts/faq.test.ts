import { expect, test } from 'vitest'
import { questions } from './about-and-faq.ts'

function answerTo(id: string): string {
  return questions.find((question) => question.id === id)?.answer.join(' ') ?? ''
}

test('eight questions stand in the specified order', () => {
  expect(questions.map((question) => question.id)).toEqual([
    'tracking',
    'payment',
    'delivery-times',
    'cruelty-free',
    'modify-or-cancel',
    'samples',
    'avoided-ingredients',
    'storage',
  ])
})

test('the answer on delivery gives the same times as the shipping policy', () => {
  const answer = answerTo('delivery-times')
  for (const time of ['1-2 business days', '3-5 days', '1-2 days', '7-14 days'])
    expect(answer).toContain(time)
})

test('an order can be modified or cancelled within 1 hour', () => {
  expect(answerTo('modify-or-cancel')).toContain('within 1 hour')
})

test('links in answers stay inside the shop', () => {
  const links = questions
    .flatMap((question) => question.answer)
    .flatMap((text) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, path]) => path))
  expect(new Set(links)).toEqual(
    new Set(['/track-order', '/user-orders', '/shipping-policy', '/contact', '/returns-policy', '/blog']),
  )
})
