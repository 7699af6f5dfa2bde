/** Which files use what other files define; nodes are indexes into `paths`. */
export interface FileGraph {
  paths: string[]
  /** Edges as parallel arrays: source, target and weight. */
  from: number[]
  to: number[]
  weight: number[]
}

export interface Outline {
  path: string
  definitions: readonly { name: string }[]
  references: Readonly<Record<string, number>>
}

/** A name defined in more files than this says little about any of them. */
const maxDefiners = 5
const shortestName = 4
const maxEdges = 40_000

/** A file has edges to those that define what it uses; frequent uses and rare names make them stronger. */
export function graphOf(outlines: readonly Outline[]): FileGraph {
  const definers = new Map<string, Set<number>>()
  for (const [place, { definitions }] of outlines.entries()) {
    for (const { name } of definitions) {
      if (name.length < shortestName) continue
      const files = definers.get(name) ?? new Set()
      definers.set(name, files.add(place))
    }
  }
  const edges: [number, number, number][] = []
  for (const [place, { references }] of outlines.entries()) {
    const out = new Map<number, number>()
    for (const [name, count] of Object.entries(references)) {
      const files = definers.get(name)
      if (!files || files.size > maxDefiners) continue
      for (const file of files) if (file !== place) out.set(file, (out.get(file) ?? 0) + Math.sqrt(count) / files.size)
    }
    for (const [file, weight] of out) edges.push([place, file, weight])
  }
  const kept = edges.length > maxEdges ? edges.toSorted((a, b) => b[2] - a[2]).slice(0, maxEdges) : edges
  return {
    paths: outlines.map(({ path }) => path),
    from: kept.map(([from]) => from),
    to: kept.map(([, to]) => to),
    weight: kept.map(([, , weight]) => Math.round(weight * 1000) / 1000),
  }
}

const damping = 0.6
const rounds = 20

/**
 * Personalized PageRank: how near each file is to those a question is about (`seeds`, by path), along what they use and what uses them. Sums to
 * 1; empty if no seed is in the graph.
 */
export function rankFiles({ paths, from, to, weight }: FileGraph, seeds: ReadonlyMap<string, number>): Map<string, number> {
  const start = paths.map((path) => seeds.get(path) ?? 0)
  const sum = start.reduce((total, one) => total + one, 0)
  if (sum === 0) return new Map()
  const home = start.map((one) => one / sum)
  const out = new Float64Array(paths.length)
  // Edges lead in both directions: backwards, from a file to those that use it, at half the weight.
  const edges = from.flatMap((source, place) => {
    const target = to[place] ?? 0
    const strength = weight[place] ?? 0
    out[source] = (out[source] ?? 0) + strength
    out[target] = (out[target] ?? 0) + strength / 2
    return [
      [source, target, strength],
      [target, source, strength / 2],
    ] as const
  })
  let rank = Float64Array.from(home)
  for (let round = 0; round < rounds; round++) {
    const next = Float64Array.from(home, (one) => one * (1 - damping))
    for (const [source, target, strength] of edges)
      next[target] = (next[target] ?? 0) + (damping * (rank[source] ?? 0) * strength) / (out[source] || 1)
    // A file without edges keeps what it has.
    for (const [place, one] of rank.entries()) if (!out[place]) next[place] = (next[place] ?? 0) + damping * one
    rank = next
  }
  return new Map(paths.map((path, place) => [path, rank[place] ?? 0]))
}
