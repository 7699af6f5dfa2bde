/** The weighted mean of vectors, of length one: how the pieces of a long text become one vector. */
export function unitMean(vectors: readonly ArrayLike<number>[], weights: readonly number[] = []): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  vectors.forEach((vector, at) => {
    const weight = weights[at] ?? 1
    for (let d = 0; d < sum.length; d++) sum[d] = (sum[d] ?? 0) + weight * (vector[d] ?? 0)
  })
  let square = 0
  for (const value of sum) square += value * value
  const length = Math.sqrt(square)
  if (!(length > 0) || !Number.isFinite(length)) throw new Error('a vector without a direction')
  return sum.map((value) => value / length)
}
