import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import FaqPage from './faq-page.tsx'

const questions = ['How do I pay?', 'Do you deliver?'].map((question, place) => ({
  id: `question-${place}`,
  question,
  html: '<p>Ask us.</p>',
  text: 'Ask us.',
}))

const faq = { title: 'Questions', lead: '', questions }

const Page = createRoutesStub([{ id: 'faq', path: '/', loader: () => faq, Component: FaqPage }])

const html = renderToString(<Page hydrationData={{ loaderData: { faq } }} />)

test('questions open and close without any script', () => {
  expect(html.match(/<details/g)).toHaveLength(questions.length)
})

test('whoever finds no answer is led to the contact page', () => {
  expect(html).toMatch(/<a[^>]+href="\/contact"[^>]*>Contact Us<\/a>/)
})
