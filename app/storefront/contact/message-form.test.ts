import { expect, test } from 'vitest'
import { contactBody, contactSubjects } from '#contract/messages.ts'
import {
  checkContactForm,
  longestMessage,
  longestName,
  readContactForm,
  subjectOptions,
} from './message-form.tsx'

const filled = { name: 'Ama', email: 'ama@example.com', subject: 'Other', message: 'Hello', website: '' }

test('the form offers the subjects of the shop in their order', () => {
  expect(subjectOptions.map(({ value }) => value)).toEqual([...contactSubjects])
})

test('an empty form names all four mistakes, in the words of the shop', () => {
  const empty = readContactForm(new FormData())
  const { error } = contactBody.safeParse(empty)
  // Of two objections to one field the first is told.
  const issues = error?.issues.toReversed() ?? []
  const words = Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))
  expect(checkContactForm(empty)).toEqual(words)
  expect(Object.keys(checkContactForm(empty))).toEqual(['name', 'email', 'subject', 'message'])
})

test('blanks are no name and no message', () => {
  const values = new FormData()
  for (const [name, value] of Object.entries({ ...filled, name: '  ', message: '\n ' }))
    values.set(name, value)
  expect(Object.keys(checkContactForm(readContactForm(values)))).toEqual(['name', 'message'])
})

test('an address without a mailbox is refused before anything is sent', () => {
  expect(checkContactForm({ ...filled, email: 'ama@' })).toEqual({ email: 'Invalid email address' })
})

test('the longest message that the form takes is one that the shop takes', () => {
  const longest = { ...filled, name: 'a'.repeat(longestName), message: 'b'.repeat(longestMessage) }
  expect(checkContactForm(longest)).toEqual({})
  expect(contactBody.safeParse(longest).success).toBe(true)
})
