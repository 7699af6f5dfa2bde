import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../verify/tools.ts'
import type { Proof } from '../../test/proofs/proof.ts'
import { digestOf, filesOf, moduleGraph, type Inputs } from './digest.ts'

const folder = 'test/proofs'
const everything = ['src/**', 'database/**']
/** Harness and database are reached through these: what a proof depends on there, it says by globs. */
const isFollowed = (file: string): boolean => !/^(?:src|database|docs|dashboard|node_modules)\//.test(file)

export interface Entry {
  file: string
  proof: Proof
}

/** Every module in test/proofs that exports a proof. */
export async function findProofs(): Promise<Entry[]> {
  const files = globSync('*.ts', { cwd: join(root, folder), exclude: ['*.test.ts'] }).toSorted()
  const modules = await Promise.all(
    files.map(async (name) => {
      const { proof } = (await import(join(root, folder, name))) as { proof?: Proof }
      return proof ? [{ file: `${folder}/${name}`, proof }] : []
    }),
  )
  return modules.flat()
}

/** What its result depends on; no result depends on a test. */
export const inputsOf = ({ file, proof }: Entry): Inputs =>
  digestOf([...moduleGraph(file, isFollowed), ...filesOf(proof.inputs ?? everything)].filter((one) => !one.endsWith('.test.ts')))
