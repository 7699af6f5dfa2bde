import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from '../verify/tools.ts'

export const measurements = join(root, 'docs/measurements')

const quiet = z.object({ busy: z.number(), seconds: z.number(), load: z.number() })
const proofRecord = z.object({
  proof: z.string(),
  claim: z.string(),
  size: z.enum(['short', 'full', 'million']),
  ok: z.boolean(),
  failure: z.string().optional(),
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  commit: z.string(),
  dirty: z.boolean(),
  date: z.iso.datetime(),
  seconds: z.number(),
  cpu_seconds: z.number(),
  /** How many of its parts came from earlier, interrupted runs. */
  resumed: z.number(),
  machine: z.object({ cpu: z.string(), cores: z.number(), memory_gib: z.number(), node: z.string() }),
  /** How busy the machine was before; null for a proof that judges no times. `anyway`: it was too busy and was run all the same. */
  quiet: quiet.extend({ anyway: z.boolean() }).nullable(),
  inputs: z.object({ digest: z.string(), files: z.number() }),
})
export type ProofRecord = z.infer<typeof proofRecord>

/** The largest size has a result of its own: it is measured rarely, and says something else. */
const fileOf = (name: string, size: ProofRecord['size'], folder: string): string =>
  join(folder, 'proofs', `${name}${size === 'million' ? '-million' : ''}.json`)

export function readRecord(name: string, folder = measurements, size: ProofRecord['size'] = 'full'): ProofRecord | null {
  const file = fileOf(name, size, folder)
  if (!existsSync(file)) return null
  const { data, error } = proofRecord.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!data) throw new Error(`${file} is not a result of a proof: ${z.prettifyError(error)}`)
  return data
}

/** Keeps the result, unless it is a short run's and that of a full run is there. Returns whether it was kept. */
export function keepRecord(record: ProofRecord, folder = measurements): boolean {
  if (record.size === 'short' && (readRecord(record.proof, folder)?.size ?? 'short') !== 'short') return false
  const file = fileOf(record.proof, record.size, folder)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  return true
}

/** Why a result no longer says how things are, or an empty string. */
export function staleness(record: ProofRecord | null, digest: string): string {
  if (!record) return 'never run'
  if (record.size === 'short') return 'only run at its short size'
  if (record.inputs.digest !== digest) return `its inputs changed since ${record.commit} (${record.date.slice(0, 10)})`
  if (!record.ok) return `failed on ${record.date.slice(0, 10)}`
  if (record.quiet?.anyway) return 'judged times on a busy machine'
  return ''
}

/** One row for each result, for people. */
export function summary(records: readonly ProofRecord[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = records.map(({ proof, claim, size, ok, failure = '', figures, commit, dirty, date, seconds, machine, quiet: found }) => {
    const said = ok ? Object.entries(figures).map(([name, value]) => `${name} ${value}`) : [`**failed**: ${failure}`]
    const where = `${machine.cores} × ${machine.cpu}${found?.anyway ? `, ${Math.round(found.busy * 100)}% busy` : ''}`
    const what = `${commit}${dirty ? ' and changes' : ''}, ${date.slice(0, 10)}, ${size}, ${Math.round(seconds)} s, ${where}`
    return `| ${proof} | ${cell(claim)} | ${cell(said.join(', '))} | ${cell(what)} |`
  })
  return ['| proof | claim | figures | measured |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
