import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import { shelves } from './shelves.ts'

export function ShopByCategory() {
  return (
    <section aria-labelledby="categories" className="mx-auto max-w-store px-gutter py-section">
      <h2 id="categories">Shop By Category</h2>
      <ul className="mt-5 grid grid-cols-3 gap-tiles lg:mt-8">
        {shelves.map(({ name, to, source }) => (
          <li key={to}>
            <Link to={to} className="group block rounded-card">
              <Picture
                source={source}
                alt=""
                ratio="1/1"
                sizes="(min-width: 75rem) 23rem, (min-resolution: 2.1dppx) 20vw, 30vw"
                className="rounded-card"
              />
              <span className="flex min-h-11 items-center justify-center text-center text-sm font-semibold group-hover:text-link sm:text-base lg:text-xl">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
