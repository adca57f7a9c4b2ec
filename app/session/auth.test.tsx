import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from './auth.tsx'

test('whoever asks for the signed-in person outside the provider gets an error that says so', () => {
  const Lost = () => useAuth().user?.name
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('useAuth must be used within an AuthProvider')
})
