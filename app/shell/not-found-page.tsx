import { data } from 'react-router'
import { NotFound } from './not-found.tsx'
import { pageTitle } from './page-meta.ts'

export function loader() {
  return data(null, { status: 404 })
}

export function meta() {
  return [{ title: pageTitle('Page Not Found') }, { name: 'robots', content: 'noindex' }]
}

export default function NotFoundPage() {
  return <NotFound />
}
