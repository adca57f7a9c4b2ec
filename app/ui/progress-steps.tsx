import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'

/** "muted" is a step that counts as passed but was not reached, as on something cancelled. */
export type StepState = 'done' | 'current' | 'to come' | 'muted'

export type ProgressStep = {
  label: string
  state: StepState
  /** For a step that is done and where things stand now. */
  isLatest?: boolean
}

type ProgressStepsProps = {
  label: string
  percent: number
  steps: readonly ProgressStep[]
  /** A last step beside the line, such as the one where everything stopped. */
  apart?: ProgressStep
  stopped?: boolean
}

const markers = {
  done: 'border-primary bg-primary text-primary-foreground',
  current: 'border-primary bg-card text-primary',
  'to come': 'border-input bg-card text-muted-foreground',
  muted: 'border-border bg-muted text-muted-foreground',
} satisfies Record<StepState, string>

const heard = { done: 'done', current: 'current', 'to come': 'to come', muted: 'not reached' }

/** A line of steps; under 400 pixels of room the steps stand below each other. */
export function ProgressSteps({ label, percent, steps, apart, stopped }: ProgressStepsProps) {
  return (
    <div className="@container">
      <div className="relative @min-[400px]:pt-2.5">
        <div
          role="progressbar"
          aria-label={label}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-2 overflow-hidden rounded-full border border-transparent bg-border @min-[400px]:mx-9"
        >
          <div
            className={classNames(
              'h-full rounded-full forced-colors:bg-[Highlight]',
              stopped ? 'bg-destructive' : 'bg-primary',
            )}
            style={{ width: `${percent}%` }}
          />
        </div>
        <ol className="mt-4 grid gap-2 @min-[400px]:-mt-4.5 @min-[400px]:flex @min-[400px]:flex-wrap @min-[400px]:justify-between">
          {steps.map((step) => (
            <Step key={step.label} step={step} />
          ))}
          {apart && <StepApart step={apart} />}
        </ol>
      </div>
    </div>
  )
}

function Step({ step }: { step: ProgressStep }) {
  return (
    <li
      aria-current={isHere(step) ? 'step' : undefined}
      className="flex items-center gap-3 @min-[400px]:w-18 @min-[400px]:flex-col @min-[400px]:gap-1"
    >
      <MarkedLabel step={step} />
    </li>
  )
}

/** A pill once it is reached; before that it must not look like the state of the thing. */
function StepApart({ step }: { step: ProgressStep }) {
  const { label, state } = step
  const isReached = state === 'current' || state === 'done'
  return (
    <li
      aria-current={isHere(step) ? 'step' : undefined}
      className="flex items-center gap-3 @min-[400px]:w-full @min-[400px]:justify-end @min-[400px]:gap-2"
    >
      {isReached ? (
        <span className="inline-flex rounded-full border border-destructive bg-destructive-soft px-2.5 py-1 text-xs font-semibold text-destructive-ink">
          {label}
          <span className="sr-only">, {heard[state]}</span>
        </span>
      ) : (
        <MarkedLabel step={step} />
      )}
    </li>
  )
}

function MarkedLabel({ step }: { step: ProgressStep }) {
  const { label, state } = step
  return (
    <>
      <span
        className={classNames(
          'flex size-7 flex-none items-center justify-center rounded-full border-2',
          markers[state],
        )}
      >
        {state === 'done' && <CheckIcon size={16} className="stroke-3" />}
        {state === 'current' && <span className="size-2.5 rounded-full border-5 border-current" />}
        {state === 'muted' && '–'}
      </span>
      <span
        className={classNames(
          'text-sm whitespace-nowrap',
          isHere(step) ? 'font-semibold text-primary' : 'text-muted-foreground',
        )}
      >
        {label}
        <span className="sr-only">, {heard[state]}</span>
      </span>
    </>
  )
}

function isHere({ state, isLatest = false }: ProgressStep): boolean {
  return state === 'current' || isLatest
}
