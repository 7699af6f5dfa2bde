import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { digestOf, filesOf, type Inputs } from './digest.ts'
import { measurements } from './records.ts'
import { machine } from './where.ts'

/** What decides whether the image builds and the containers come up. What runs inside is tested outside of them, on every run. */
const inputs = [
  'Dockerfile',
  '.dockerignore',
  '.npmrc',
  'compose.yaml',
  'package-lock.json',
  'deploy/**',
  'scripts/containers.sh',
  'test/containers/**',
]

const containerRecord = z.object({
  ok: z.boolean(),
  tests: z.number(),
  commit: z.string(),
  dirty: z.boolean(),
  date: z.iso.datetime(),
  seconds: z.number(),
  machine: z.object({ cpu: z.string(), cores: z.number(), memory_gib: z.number(), node: z.string() }),
  inputs: z.object({ digest: z.string(), files: z.number() }),
})
export type ContainerRecord = z.infer<typeof containerRecord>

export const containerFile = join(measurements, 'containers.json')

export const containerInputs = (base?: string): Inputs => digestOf(filesOf(inputs, base), base)

export function readContainerRecord(file = containerFile): ContainerRecord | null {
  if (!existsSync(file)) return null
  const { data } = containerRecord.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return data ?? null
}

export function keepContainerRecord(outcome: Omit<ContainerRecord, 'date' | 'machine'>, file = containerFile): void {
  const record: ContainerRecord = { ...outcome, date: new Date().toISOString(), machine: machine() }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
}

/** Why the tests of the containers have to run again, or an empty string. */
export function containersDue(record: ContainerRecord | null, { digest }: Inputs): string {
  if (!record) return 'no result is recorded'
  if (record.inputs.digest !== digest) return `what the containers are made of changed since ${record.commit} (${record.date.slice(0, 10)})`
  return record.ok ? '' : `they failed on ${record.date.slice(0, 10)}`
}
