import { folderOf, isTest } from './layers.ts'
import type { SourceFile } from './source-file.ts'

type Graph = Map<string, Set<string>>

/** Finds files that need each other, and folders that do although no two of their files do. */
export function checkCycles(files: SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path))
  const betweenFiles: Graph = new Map()
  const betweenNeighbours: Graph = new Map()

  for (const { path, imports } of files)
    for (const { target } of imports) {
      if (!target || 'package' in target || !known.has(target.file)) continue
      link(betweenFiles, path, target.file)
      if (isTest(path) || path === target.file || folderOf(path) !== folderOf(target.file)) continue
      const [one, other] = neighbours(path, target.file)
      link(betweenNeighbours, one, other)
    }

  return [
    ...findCycles(betweenFiles).map(
      (cycle) =>
        `These files form a cycle: ${cycle.join(' → ')}. Move what they share into a file below them.`,
    ),
    ...findCycles(betweenNeighbours)
      .filter((cycle) => cycle.some((place) => !known.has(place)))
      .map(
        (cycle) =>
          `These folders form a cycle: ${cycle.join(' → ')}. Move what they share into a folder below them.`,
      ),
  ]
}

function link(graph: Graph, from: string, to: string) {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

/** The two entries of the innermost common folder that hold the two files. */
function neighbours(one: string, other: string): [string, string] {
  const [ones, others] = [one.split('/'), other.split('/')]
  const parting = ones.findIndex((name, depth) => name !== others[depth])
  return [ones.slice(0, parting + 1).join('/'), others.slice(0, parting + 1).join('/')]
}

function findCycles(graph: Graph): string[][] {
  const reported = new Set<string>()
  const cycles: string[][] = []
  for (const start of [...graph.keys()].sort()) {
    const cycle = reported.has(start) ? undefined : shortestWayBack(graph, start)
    if (!cycle) continue
    for (const place of cycle) reported.add(place)
    cycles.push(cycle)
  }
  return cycles
}

function shortestWayBack(graph: Graph, start: string): string[] | undefined {
  const ways: string[][] = [[start]]
  const visited = new Set<string>()
  for (const way of ways)
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return [...way, start]
      if (visited.has(next)) continue
      visited.add(next)
      ways.push([...way, next])
    }
  return undefined
}
