import type { OutsideContext } from '../../src/kernel/context.ts'
import type { Contract } from '../../src/kernel/contract.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { isId } from '../../src/platform/ids.ts'
import type { Registry } from './references.ts'
import type { World } from './world.ts'

type Input = Record<string, unknown>
type Look = () => World['look']
type Fault = (operation: Operation, field: string, table: string, look: Look) => Operation

/** The operation with something before it, outside its transaction, where nothing stops it from going past the walls. */
const preceded = (operation: Operation, before: (ctx: OutsideContext, input: Input) => Promise<Input | void>): Operation => {
  const { phases } = operation
  const given = new WeakMap<object, Input>()
  return {
    ...operation,
    phases: {
      ...phases,
      async prepare(ctx, input) {
        const changed = (await before(ctx, input as Input)) ?? (input as Input)
        given.set(input as object, changed)
        return phases.prepare?.(ctx, changed)
      },
      handle: (ctx, input, prepared) => phases.handle(ctx, given.get(input as object) ?? input, prepared),
    },
  }
}

const withContract = (operation: Operation, changes: object): Operation => ({
  ...operation,
  contract: { ...operation.contract, ...changes } as Contract,
})

/** Mistakes of the kinds that have been made before, to be planted in an operation that has none. */
const faults = {
  'a leaked id': (operation, field, table, look) =>
    preceded(operation, async ({ org }, input) => {
      const [row] = await look()<{ org_id: string }>(`select org_id from ${table} where id::text = $1 and org_id <> $2`, [
        input[field],
        org,
      ])
      if (row) throw new Refusal('not_found', `This belongs to ${row.org_id}.`)
    }),
  'a missing wall': (operation, field, table, look) =>
    preceded(
      operation,
      async (_, input) => void (await look()(`update ${table} set created_at = created_at where id::text = $1`, [input[field]])),
    ),
  'an accepted malformed name': (operation, field, table, look) =>
    preceded(operation, async ({ org }, input) => {
      if (/^[\w-]{0,40}$/.test(String(input[field]))) return input
      // One that is still there: what was deleted is refused, whoever accepted its name.
      const there = `select id from ${table} t where org_id = $1 and to_jsonb(t) ->> 'deleted_at' is null order by id desc limit 1`
      const [row] = await look()<{ id: string }>(there, [org])
      return { ...input, [field]: row?.id }
    }),
  'a doubled effect': (operation, _, table, look) =>
    preceded(operation, async ({ org }) => void (await look()(`update ${table} set created_at = created_at where org_id = $1`, [org]))),
  'a widened right': (operation) =>
    withContract(operation, { permission: operation.contract.permission.replace(/:\w+$/, ':read'), needs_person: undefined }),
  'a 500': (operation) =>
    preceded(operation, async (_, input) => {
      if (Object.values(input).some((value) => typeof value === 'string' && /[^\w\s@.:/-]/.test(value)))
        throw new Error('nobody expected this')
    }),
  'an unescaped text': (operation, field) =>
    preceded(operation, async (_, input) => {
      if (!isId(String(input[field])) && !/^[\w.-]+$/.test(String(input[field])))
        throw new Refusal('not_found', `There is no ${String(input[field])} here.`)
    }),
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/** Where each is planted: the operation, the field that it is about, and the table behind it. */
export const planted: readonly [fault: FaultName, operation: string, field: string, table: string][] = [
  ['a leaked id', 'getNote', 'note', 'notes'],
  ['a leaked id', 'getWebhook', 'webhook', 'webhooks'],
  ['a leaked id', 'getMilestone', 'milestone', 'milestones'],
  ['a missing wall', 'deleteNote', 'note', 'notes'],
  ['a missing wall', 'updateMilestone', 'milestone', 'milestones'],
  ['a missing wall', 'completeTask', 'task', 'work_items'],
  ['an accepted malformed name', 'getDecision', 'decision', 'decisions'],
  ['an accepted malformed name', 'deleteDecision', 'decision', 'decisions'],
  ['an accepted malformed name', 'updateSpec', 'spec', 'specs'],
  ['a doubled effect', 'createComment', 'task', 'comments'],
  ['a doubled effect', 'updateTeam', 'team', 'teams'],
  ['a doubled effect', 'archiveProject', 'project', 'projects'],
  ['a widened right', 'updateNote', 'note', 'notes'],
  ['a widened right', 'deleteMilestone', 'milestone', 'milestones'],
  ['a widened right', 'updateWorkflow', 'workflow', 'workflows'],
  ['a 500', 'listNotes', 'search', 'notes'],
  ['a 500', 'getEpic', 'epic', 'work_items'],
  ['a 500', 'updateDecision', 'decision', 'decisions'],
  ['an unescaped text', 'getSpec', 'spec', 'specs'],
  ['an unescaped text', 'getAgent', 'agent', 'agents'],
  ['an unescaped text', 'updateProject', 'project', 'projects'],
]

/** The registry with every one of them in it. */
export function withFaults(registry: Registry, look: Look): Map<string, Operation> {
  const changed = new Map(registry)
  for (const [fault, name, field, table] of planted) {
    const operation = registry.get(name)
    if (!operation) throw new Error(`there is no operation ${name}`)
    changed.set(name, (faults[fault] as Fault)(operation, field, table, look))
  }
  return changed
}
