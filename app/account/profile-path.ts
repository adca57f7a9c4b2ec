export function profilePath(email: string): string {
  return `/api/profile/email/${encodeURIComponent(email)}`
}
