import { parseArgs } from 'node:util'
import { prepareServers } from '../test/harness/servers.ts'
import { findProofs, inputsOf, type Entry } from './measurements/catalog.ts'
import { killChildren } from './measurements/processes.ts'
import { keepRecord, readRecord, staleness, summary, type ProofRecord } from './measurements/records.ts'
import { Interrupted, NotQuiet, runProof } from './measurements/run-proof.ts'

const usage = `npm run proof -- NAME…     runs these proofs at full size, each for at most 25 minutes, and keeps the results in docs/measurements/proofs
npm run proof -- all        runs every proof
npm run proof -- --list     what there is, and the last result of each
npm run proof -- --stale    those whose inputs have changed since their result, with the reason
npm run proof -- --summary  the results as a table
  --short    at the size that CI runs
  --million  at the largest size, if it has one, for as long as it takes
  --anyway   also on a machine too busy to measure times; the result says so
A proof that was interrupted goes on after its last finished part, as long as its inputs and the commit are the same.`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = readArguments()
const proofs = await findProofs()
const chosen = chosenFrom(positionals)

if (values.list) console.log(chosen.map(line).join('\n'))
else if (values.stale) console.log(chosen.flatMap(staleLine).join('\n') || 'Every result is up to date.')
else if (values.summary) console.log(summary(chosen.flatMap(({ proof }) => readRecord(proof.name) ?? [])))
else await runAll()

function readArguments() {
  try {
    const options = { list: flag, stale: flag, summary: flag, short: flag, million: flag, anyway: flag }
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    process.exit(1)
  }
}

function chosenFrom(names: readonly string[]): Entry[] {
  const unknown = names.filter((name) => name !== 'all' && !proofs.some(({ proof }) => proof.name === name))
  const isRun = !values.list && !values.stale && !values.summary
  if (unknown.length > 0 || (isRun && names.length === 0)) {
    const all = proofs.map(({ proof }) => proof.name).join(', ')
    console.error(`${unknown.length > 0 ? `No proof ${unknown.join(', ')}. ` : ''}Proofs: ${all}\n${usage}`)
    process.exit(1)
  }
  return names.length === 0 || names.includes('all') ? proofs : proofs.filter(({ proof }) => names.includes(proof.name))
}

function line({ proof }: Entry): string {
  const record = readRecord(proof.name)
  const last = record ? `${record.ok ? 'ok' : 'FAILED'} ${record.date.slice(0, 10)} ${record.size} ${record.commit}` : 'never run'
  return `${proof.name.padEnd(20)} ${last.padEnd(36)} ${proof.timed ? 'quiet machine; ' : ''}${proof.claim ?? ''}`
}

function staleLine(entry: Entry): string[] {
  const reason = staleness(readRecord(entry.proof.name), inputsOf(entry).digest)
  return reason ? [`${entry.proof.name}\t${reason}`] : []
}

async function runAll(): Promise<never> {
  const size: ProofRecord['size'] = values.short ? 'short' : values.million ? 'million' : 'full'
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      killChildren()
      process.exit(130)
    })
  }
  const { servers, drop } = await prepareServers()
  let failures = 0
  for (const entry of chosen) {
    try {
      const record = await runProof(servers, entry, { size, anyway: values.anyway })
      if (!record.ok) failures++
      const kept = keepRecord(record) ? '' : '\nNot kept: there is a result of a full run.'
      console.log(`${summary([record])}${kept}`)
    } catch (error) {
      if (!(error instanceof Interrupted) && !(error instanceof NotQuiet)) throw error
      failures++
      console.error(`${entry.proof.name}: ${error.message}`)
      if (error instanceof Interrupted) break
    }
  }
  await drop()
  process.exit(failures > 0 ? 1 : 0)
}
