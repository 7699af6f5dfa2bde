import type { Baton } from '../../test/harness/baton.ts'
import { seeded } from './seeded.ts'

/** Real sentences with their vectors from the model. */
export interface Base {
  texts: readonly string[]
  vectors: readonly Float32Array[]
}

const noises = 4096
const noise = 0.25
// The component that all sentences share adds up in a mix, but not in the model's vector of a longer text.
const common = 0.3
const atOnce = 1000

/** Loads the sentences as rows to mix, and noise that sets memories of the same sentences apart. Returns the number of noise vectors. */
export async function loadBase(baton: Baton, { texts, vectors }: Base): Promise<number> {
  const dimensions = vectors[0]?.length ?? 0
  const random = seeded(384)
  const mean = Array.from({ length: dimensions }, (_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length)
  const noisy = Array.from({ length: noises }, () => {
    const direction = mean.map(() => random() + random() + random() - 1.5)
    const length = Math.hypot(...direction)
    return direction.map((value, at) => (noise * value) / length - common * (mean[at] ?? 0))
  })
  await baton.look('create table bench_base (n integer, text text, v vector); create table bench_noise (n integer, v vector)')
  const write = async (table: string, columns: unknown[][]) => {
    for (let from = 0; from < (columns[0]?.length ?? 0); from += atOnce)
      await baton.look(
        table,
        columns.map((values) => values.slice(from, from + atOnce)),
      )
  }
  const numbers = (of: readonly unknown[]) => of.map((_, at) => at)
  const literals = (of: readonly (Float32Array | number[])[]) => of.map((vector) => `[${vector.join(',')}]`)
  await write('insert into bench_base select n, text, v::vector from unnest($1::integer[], $2::text[], $3::text[]) as base (n, text, v)', [
    numbers(texts),
    [...texts],
    literals(vectors),
  ])
  await write('insert into bench_noise select n, v::vector from unnest($1::integer[], $2::text[]) as noise (n, v)', [
    numbers(noisy),
    literals(noisy),
  ])
  for (const table of ['bench_base', 'bench_noise']) await baton.look(`analyze ${table}`)
  return noises
}
