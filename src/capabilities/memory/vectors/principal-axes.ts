type Vector = Float32Array | Float64Array

const dot = (a: Vector, b: Vector): number => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** Projects vectors onto the two directions in which they differ most: coordinates between -1 and 1, deterministic for the same input. */
export function project(vectors: readonly Float32Array[]): { x: number; y: number }[] {
  const size = vectors[0]?.length ?? 0
  const mean = new Float64Array(size)
  for (const vector of vectors) for (let i = 0; i < size; i++) mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0) / vectors.length
  const centred = vectors.map((vector) => Float64Array.from(vector, (value, i) => value - (mean[i] ?? 0)))
  const first = axis(centred, size, [])
  const second = axis(centred, size, [first])
  return inRange(centred.map((vector) => ({ x: dot(vector, first), y: dot(vector, second) })))
}

const rounds = 30

/** Power iteration on the covariance, kept orthogonal to the axes before it. */
function axis(centred: readonly Float64Array[], size: number, before: readonly Float64Array[]): Float64Array {
  let direction = normalised(Float64Array.from({ length: size }, (_, i) => Math.sin(i + 1 + before.length)))
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(size)
    for (const vector of centred) {
      const along = dot(vector, direction)
      for (let i = 0; i < size; i++) next[i] = (next[i] ?? 0) + along * (vector[i] ?? 0)
    }
    for (const other of before) {
      const along = dot(next, other)
      for (let i = 0; i < size; i++) next[i] = (next[i] ?? 0) - along * (other[i] ?? 0)
    }
    if (dot(next, next) < 1e-18) break
    direction = normalised(next)
  }
  return direction
}

function normalised(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector)) || 1
  return vector.map((value) => value / length)
}

function inRange(points: { x: number; y: number }[]): { x: number; y: number }[] {
  const max = points.reduce((largest, { x, y }) => Math.max(largest, Math.abs(x), Math.abs(y)), 0) || 1
  return points.map(({ x, y }) => ({ x: x / max, y: y / max }))
}
