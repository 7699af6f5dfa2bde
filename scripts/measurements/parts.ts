import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Parts } from '../../test/proofs/proof.ts'

/** What parts were measured on: with another one of these they can't be put together. */
export interface Basis {
  commit: string
  digest: string
  size: string
}

const kept = z.object({
  basis: z.object({ commit: z.string(), digest: z.string(), size: z.string() }),
  parts: z.record(z.string(), z.unknown()),
})

export interface KeptParts extends Parts {
  /** How many parts were already there. */
  readonly resumed: number
  /** How many there are now. */
  readonly finished: number
  /** The proof is over: the next run begins anew. */
  forget(): void
}

/** Keeps each part in `file` as soon as it is finished, and goes on from there if the basis is still the same. */
export function keptParts(file: string, basis: Basis): KeptParts {
  const parts = new Map<string, unknown>(partsIn(file, basis))
  let resumed = 0
  const keep = (): void => {
    mkdirSync(dirname(file), { recursive: true })
    // Written next to it first: an interrupted write must not cost what was there.
    writeFileSync(`${file}.new`, JSON.stringify({ basis, parts: Object.fromEntries(parts) }))
    renameSync(`${file}.new`, file)
  }
  return {
    get resumed() {
      return resumed
    },
    get finished() {
      return parts.size
    },
    async part<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      if (parts.has(name)) {
        resumed++
        return parts.get(name) as Result
      }
      const result = await work()
      parts.set(name, result)
      keep()
      return result
    },
    forget: () => rmSync(file, { force: true }),
  }
}

function partsIn(file: string, basis: Basis): [string, unknown][] {
  try {
    const found = kept.parse(JSON.parse(readFileSync(file, 'utf8')))
    const isSame = (['commit', 'digest', 'size'] as const).every((name) => found.basis[name] === basis[name])
    return isSame ? Object.entries(found.parts) : []
  } catch {
    // Nothing was kept, or not by this version.
    return []
  }
}
