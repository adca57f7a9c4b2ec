import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useCart } from './cart.tsx'

test('whoever asks for the cart outside the provider is told so', () => {
  const Lost = () => useCart().itemCount
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('useCart must be used within a CartProvider')
})
