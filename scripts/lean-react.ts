import { type Cut, fewerLines } from './fewer-lines.ts'

/** Pictures that move from one page to the next. */
const viewTransitions = [
  'getViewTransitionName',
  'getViewTransitionClassName',
  'applyViewTransitionToHostInstances',
  'applyViewTransitionToHostInstancesRecursive',
  'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'scheduleViewTransitionEvent',
  'createViewTransitionInstance',
]

/** A handle on everything inside a fragment. */
const fragmentHandles = [
  'commitNewChildToFragmentInstances',
  'commitFragmentInstanceInsertionEffects',
  'commitFragmentInstanceDeletionEffects',
]

/** What React can do and this shop never asks of it. */
export const reactCuts: readonly Cut[] = [
  ...[...viewTransitions, ...fragmentHandles].map((name) => fewerLines(name, '')),
  ['  shouldStartViewTransition\n    ? (', '  !1\n    ? ('],
  [/\nFragmentInstance\.prototype\.\w+ = function \([\s\S]*?\n\};/g, ''],
]
