export function SkipLink({
  to = 'content',
  children = 'Skip to content',
}: {
  to?: string
  children?: string
}) {
  return (
    <a
      href={`#${to}`}
      className="fixed top-2 left-2 z-60 flex min-h-12 -translate-y-20 items-center rounded-control bg-primary px-5 font-semibold text-primary-foreground focus:translate-y-0"
    >
      {children}
    </a>
  )
}
