import { loadTool } from '../../scripts/tools/load-tool.ts'
import { knownPatterns } from './known-patterns.ts'
import { type Attack, openTally } from './part.ts'
import { listOwnPatterns, listPatternsOfOthers, type WrittenPattern } from './written-patterns.ts'

type Verdict = { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { type: string; summary: string } }
type Check = (source: string, flags: string, limits: object) => Verdict

/** The checker comes as one program for every machine; without this it would look for a faster one first. */
function loadChecker(): Check {
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  return loadTool<{ checkSync: Check }>('recheck').checkSync
}

/** With less, in milliseconds, some are left undecided that are safe. */
const enoughPatience = 10_000

/** Checks every pattern for texts that it would read for ever; `size` is the patience for each, in milliseconds. */
export const patterns: Attack = async (_target, size) => {
  const checkSync = loadChecker()
  const tally = openTally()
  const used = new Set<string>()
  let undecided = 0
  const check = ({ source, flags, files }: WrittenPattern) => {
    const started = performance.now()
    const verdict = checkSync(source, flags, { timeout: size, recallLimit: 0 })
    tally.count(`/${source}/`, performance.now() - started)
    if (verdict.status === 'safe') return
    const isKnown = Object.hasOwn(knownPatterns, source)
    if (isKnown) used.add(source)
    const isHopeless = verdict.complexity?.type === 'exponential'
    const isUndecided = verdict.status === 'unknown' && !isKnown
    if (isUndecided) undecided++
    const isFault = isUndecided ? size >= enoughPatience : isHopeless || !isKnown
    if (isFault) {
      const summary = verdict.complexity?.summary ?? 'nobody can tell how slow it gets'
      tally.fail(`/${source}/${flags} in ${files.join(', ')}: ${summary}`)
    }
  }
  const all = [...listOwnPatterns(), ...listPatternsOfOthers()]
  for (const pattern of all) check(pattern)
  const written = new Set(all.map(({ source }) => source))
  for (const source of Object.keys(knownPatterns)) {
    if (!written.has(source)) tally.fail(`/${source}/ is excused, but nobody writes it any more`)
  }
  return tally.outcome(`; ${used.size} excused, ${undecided} undecided`)
}
