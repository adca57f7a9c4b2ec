export type Step = { instruction: string; text: string }

export type Stage = { name: string; from: string; steps: Step[] }

export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    const [from = '', , name = 'shop'] = rest.split(/\s+/)
    if (instruction === 'FROM') stages.push({ name, from, steps: [] })
    else stages.at(-1)?.steps.push({ instruction, text: rest })
  }
  return stages
}

/** The words of an instruction in its list form: `CMD ["node", "server/main.ts"]`. */
export function listOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')))
}

/** `ENV A=1 B=2` as an object. */
export function settingsOf(steps: readonly Step[]): Record<string, string> {
  const pairs = steps
    .filter(({ instruction }) => instruction === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => pair.split('=')))
}

/** Which files of the project get into the image: those that .dockerignore takes back in and does not leave out again. */
export function contextOf(ignored: string, paths: readonly string[]): string[] {
  const lines = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const left = lines.filter((line) => !line.startsWith('!') && line !== '*')
  return paths.filter(
    (path) => taken.some((place) => isIn(path, place)) && !left.some((place) => isIn(path, place)),
  )
}

function isIn(path: string, place: string): boolean {
  if (place.startsWith('**/*')) return path.endsWith(place.slice(4))
  return path === place || path.startsWith(`${place}/`)
}
