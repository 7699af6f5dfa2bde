import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBaton } from '../../test/harness/baton.ts'
import type { Servers } from '../../test/harness/databases.ts'
import { lookAround, unrest } from '../../test/proofs/quiet.ts'
import { root } from '../verify/tools.ts'
import { inputsOf, type Entry } from './catalog.ts'
import { keptParts } from './parts.ts'
import { cpuSeconds, killChildren } from './processes.ts'
import type { ProofRecord } from './records.ts'
import { checkout, machine } from './where.ts'

const mostMinutes = 25

export interface Wish {
  size: ProofRecord['size']
  /** Judges times on a busy machine too. */
  anyway: boolean
}

/** The machine is too busy for a proof that judges times. */
export class NotQuiet extends Error {}

/** A proof was cut off because it took too long, and may still be at work in this process: end it. Its finished parts are kept. */
export class Interrupted extends Error {}

/** Runs one proof. Throws if the machine is too busy for it, or if it takes too long; that the claim doesn't hold is a result. */
export async function runProof(servers: Servers, entry: Entry, { size, anyway }: Wish): Promise<ProofRecord> {
  const { proof } = entry
  const quiet = proof.timed && size !== 'short' ? await quietly(anyway) : null
  const [inputs, place] = [inputsOf(entry), checkout()]
  const parts = keptParts(join(root, 'data/proofs', `${proof.name}.json`), { commit: place.commit, digest: inputs.digest, size })
  const [began, cpu] = [performance.now(), cpuSeconds()]
  const baton = await startBaton({}, undefined, servers)
  const chosen = size === 'short' ? proof.short : size === 'million' ? (proof.million ?? proof.full) : proof.full
  const run = proof.run(baton, chosen, parts).then(
    (figures) => ({ ok: true, figures }),
    (error: unknown) => ({ ok: false, figures: {}, failure: error instanceof Error ? error.message : String(error) }),
  )
  // The largest size takes as long as it takes; any other that needs more time is to be split into parts.
  const outcome = await (size === 'million' ? run : Promise.race([run, interruption(mostMinutes)]))
  if (outcome === 'interrupted') {
    await Promise.race([baton.close(), pause(10_000)]).catch(() => {})
    killChildren()
    const left = parts.finished > 0 ? `${parts.finished} parts are kept: run it again to go on` : 'it has no finished parts'
    throw new Interrupted(`${proof.name} was not over after ${mostMinutes} minutes; ${left}`)
  }
  await baton.close()
  if (outcome.ok) parts.forget()
  return {
    proof: proof.name,
    claim: proof.claim ?? proof.name,
    size,
    ...outcome,
    ...place,
    date: new Date().toISOString(),
    seconds: round((performance.now() - began) / 1000),
    cpu_seconds: round(cpuSeconds() - cpu),
    resumed: parts.resumed,
    machine: machine(),
    quiet,
    inputs,
  }
}

/** A few looks: what has just ended may take seconds to settle. */
async function quietly(anyway: boolean): Promise<NonNullable<ProofRecord['quiet']>> {
  let found = await lookAround()
  for (let looks = 1; looks < 4 && unrest(found); looks++) found = await lookAround()
  const problem = unrest(found)
  if (problem && !anyway) throw new NotQuiet(problem)
  return { ...found, anyway: problem !== '' }
}

const interruption = (minutes: number): Promise<'interrupted'> => pause(minutes * 60_000, 'interrupted', { ref: false })

const round = (value: number): number => Math.round(value * 10) / 10
