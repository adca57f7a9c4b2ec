import { safeReturnPath } from '#rules/safe-return-path.ts'

/** The login page, with the place to come back to. */
export function loginPath(from: string): string {
  return withReturn('/login', safeReturnPath(from))
}

/** Carries the remembered place along, as from login to sign-up and back. */
export function withReturn(path: '/login' | '/signup' | '/forgot-password', place: string): string {
  return place === '/' ? path : `${path}?from=${encodeURIComponent(place)}`
}

export function rememberedPlace(search: URLSearchParams): string {
  return safeReturnPath(search.get('from'))
}
