type SavedDetailsProps = { isPrefilled: boolean; onClear(): void }

/** One line that is always there, so that nothing moves when the saved details come. */
export function SavedDetails({ isPrefilled, onClear }: SavedDetailsProps) {
  return (
    <p className="-my-2 flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
      {isPrefilled ? (
        <>
          Using your saved details
          <button
            type="button"
            onClick={(event) => {
              const form = event.currentTarget.form
              onClear()
              // The pressed button goes away with the details.
              form?.querySelector<HTMLInputElement>('[name=fullName]')?.focus()
            }}
            className="min-h-11 px-2 font-semibold text-link underline underline-offset-3"
          >
            Clear
          </button>
        </>
      ) : (
        'You do not need an account.'
      )}
    </p>
  )
}
