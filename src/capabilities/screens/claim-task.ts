import { implement } from '../../kernel/operation.ts'
import { together } from '../../platform/together.ts'
import { decisionsForTask } from '../knowledge/decisions/decisions-governing.ts'
import { memoriesFor } from '../memory/entries/memories-for.ts'
import { codeFor } from '../repositories/index/code-for.ts'
import { changeLease, surroundingsOf } from '../work/leases/change-lease.ts'
import { toTask } from '../work/items/require-item.ts'
import * as contracts from './claim-task.contract.ts'

const longestMemory = 400

/** Returns what an agent needs to start: the task, its lease, its surroundings and, on a claim, the memories and code that bear on it. */
export const claimTask = implement(contracts.claimTask, async (ctx, input) => {
  const { words: stemmed, ...row } = await changeLease(ctx, input)
  const { lease_holder: holder, lease_until: until, fence, project_id: project, title, description } = row
  const text = `${title}\n${description}`
  const lease = holder && until && fence ? { holder, fence, until } : null
  const read = together(ctx)
  const begins = input.action === 'claim'
  const [surroundings, decisions, memories, code] = await Promise.all([
    surroundingsOf(read, row),
    decisionsForTask(read, row, 5),
    begins ? memoriesFor(read, { project, agent: ctx.principal.agent, text, limit: 4, longest: longestMemory, stemmed }) : [],
    begins ? codeFor(read, project, text) : [],
  ])
  return { task: toTask(row), lease, ...surroundings, decisions, memories, code }
})
