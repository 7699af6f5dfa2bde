import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Baton } from '../harness/baton.ts'

/** Runs a worker job immediately, in an organization or for the whole instance. */
export async function runJob(baton: Baton, name: string, org: string = instanceLog, input: unknown = {}): Promise<any> {
  const operation = operations.get(name)
  if (!operation) throw new Error(`the registry has no operation ${name}`)
  return execute(baton.node.assembly.kernel, operation, system(org), input, { door: 'worker' })
}

/** Runs a job that works in steps until nothing is left, and returns how much it removed. */
export async function runWhole(baton: Baton, name: string, input: unknown = {}): Promise<number> {
  let removed = 0
  for (let next = input; next;) {
    const step = await runJob(baton, name, instanceLog, next)
    removed += step.removed
    next = step.next
  }
  return removed
}

/** Embeds everything that an organization has stored. */
export async function embedAll(baton: Baton, org: string): Promise<number> {
  await runJob(baton, 'adoptEmbeddingModel')
  let all = 0
  for (;;) {
    const { embedded } = await runJob(baton, 'embedMemories', org)
    all += embedded
    if (embedded === 0) return all
  }
}
