import { expect, test } from 'vitest'
import { apiProblem } from '../data/api.ts'
import type { ToastTexts } from '../ui/toasts.tsx'
import { createSubmit } from './use-submit.ts'

/** A form with the toasts that are open on its page. */
function openForm() {
  const toasts = new Map<number, ToastTexts>()
  const form = { isBusy: false, failure: null as string | null, toasts }
  let last = 0
  const submit = createSubmit(
    {
      show(texts) {
        last += 1
        toasts.set(last, texts)
        return last
      },
      close: (id) => void toasts.delete(id),
    },
    ({ busy, failure }) => Object.assign(form, { isBusy: busy.length > 0, failure }),
  )
  return { form, toasts, submit, titles: () => [...toasts.values()].map(({ title }) => title) }
}

const refusal = (code: string, fields = {}) => apiProblem('Please look again.', { code, status: 400, fields })

test('what is sent keeps the form busy until it is done, and its text is shown as a success', async () => {
  const { form, submit, toasts } = openForm()
  const sending = submit({}, async () => ({ title: 'Saved' }))
  expect(form.isBusy).toBe(true)
  expect(await sending).toBe(true)
  expect(form.isBusy).toBe(false)
  expect([...toasts.values()]).toEqual([{ title: 'Saved', tone: 'success' }])
})

test('a second press while the first is under way sends nothing', async () => {
  const { submit } = openForm()
  let sent = 0
  const send = () =>
    submit({}, async () => {
      sent += 1
    })
  expect(await Promise.all([send(), send()])).toEqual([true, false])
  expect(sent).toBe(1)
})

test('the rows of a list may be sent side by side, each with its own failure', async () => {
  const { form, submit, titles } = openForm()
  const fail = (key: number) =>
    submit({ key, failed: `Row ${key} was not saved` }, () => Promise.reject(refusal('too_late')))
  await Promise.all([fail(1), fail(2)])
  expect([form.isBusy, titles()]).toEqual([false, ['Row 1 was not saved', 'Row 2 was not saved']])
  await submit({ key: 2 }, async () => undefined)
  expect(titles()).toEqual(['Row 1 was not saved'])
})

test('a failure is shown in the form and in a toast, which goes with the next try', async () => {
  const { form, submit, titles } = openForm()
  const fail = () => submit({ failed: 'Not saved' }, () => Promise.reject(refusal('too_late')))
  expect(await fail()).toBe(false)
  await fail()
  expect(form).toMatchObject({ isBusy: false, failure: 'Please look again.' })
  expect(titles()).toEqual(['Not saved'])
  await submit({}, async () => undefined)
  expect([form.failure, titles()]).toEqual([null, []])
})

test('what the shop says about single fields goes to the fields', async () => {
  const { submit } = openForm()
  let refused = {}
  const refuse = (fields: Record<string, string>) => {
    refused = fields
  }
  await submit({ refuse }, () => Promise.reject(refusal('invalid', { name: 'Too long' })))
  expect(refused).toEqual({ name: 'Too long' })
})

test('a screen that shows a failure itself gets no toast beside it', async () => {
  const { form, submit, titles } = openForm()
  await submit({ failed: 'Not saved', onFailure: ({ code }) => code === 'conflict' }, () =>
    Promise.reject(refusal('conflict')),
  )
  expect([form.failure, titles()]).toEqual([null, []])
})

test('a screen may have a better message for a failure', async () => {
  const { form, submit } = openForm()
  await submit({ onFailure: ({ message }) => `K7P2QX: ${message}` }, () =>
    Promise.reject(refusal('out_of_stock')),
  )
  expect(form.failure).toBe('K7P2QX: Please look again.')
})

test('who is no longer signed in is on the way to the login, and reads of nothing else', async () => {
  const { form, submit, titles } = openForm()
  await submit({ failed: 'Not saved' }, () => Promise.reject(refusal('not_signed_in')))
  expect([form.isBusy, form.failure, titles()]).toEqual([false, null, []])
})

test('an error without a message gets the one of its screen, below the title of its toast', async () => {
  const { form, submit, toasts } = openForm()
  const failed = 'Registration failed'
  const otherwise = 'There was a problem creating your account'
  await submit({ failed, otherwise }, () => Promise.reject(new Error('')))
  expect(form.failure).toBe(otherwise)
  expect([...toasts.values()]).toEqual([{ title: failed, description: otherwise, tone: 'destructive' }])
  await submit({ otherwise }, () => Promise.reject(new TypeError('Cannot read properties of undefined')))
  expect(form.failure).toBe(otherwise)
  await submit({}, () => Promise.reject('nothing'))
  expect(form.failure).toBe('Something went wrong. Please try again.')
})
