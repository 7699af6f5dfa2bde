import { z } from 'zod'
import { contract, type Contract, type Method } from '../../src/kernel/contract.ts'
import { notFound } from '../../src/kernel/errors.ts'
import type { OutsideContext } from '../../src/kernel/context.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { TaskRef } from '../../src/capabilities/vocabulary.contract.ts'
import type { World } from './world.ts'

/** Operations with the faults that the looping checks must find; `look` is how they bypass the walls. */
export function brokenOperations(look: () => World['look']): Map<string, Operation> {
  const task = z.strictObject({ task: TaskRef })
  const answer = z.object({ title: z.string() })
  const at = (method: Method, name: string) => [{ method, path: `/api/broken/${name}/:task` as const }]
  const reading = { summary: 'Broken on purpose', realm: 'organization', permission: 'task:read', effect: 'read' } as const
  const writing = { ...reading, permission: 'task:write', effect: 'change' } as const
  const titleOf = async (name: string) => {
    const [row] = await look()<{ title: string }>('select title from work_items where key = $1 or id::text = $1', [name])
    if (!row) throw notFound('task', name, 'Try another.')
    return row
  }
  return new Map(
    [
      operation('leaky', contract({ ...reading, input: task, output: answer, http: at('GET', 'leaky') }), async (_, input) =>
        titleOf(input.task),
      ),
      operation('reaching', contract({ ...writing, input: task, output: answer, http: at('POST', 'reaching') }), async (ctx, input) => {
        await look()('update work_items set version = version + 1 where key = $1 or id::text = $1', [input.task])
        const [own] = await look()<{ title: string }>('select title from work_items where org_id = $1 and (key = $2 or id::text = $2)', [
          ctx.org,
          input.task,
        ])
        if (!own) throw notFound('task', input.task, 'Try another.')
        return own
      }),
      operation(
        'open',
        contract({ ...reading, effect: 'change', input: task, output: answer, http: at('POST', 'open') }),
        async (ctx, input) => {
          const [own] = await look()<{ title: string }>(
            `update work_items set version = version + 1
          where org_id = $1 and (key = $2 or id::text = $2) returning title`,
            [ctx.org, input.task],
          )
          if (!own) throw notFound('task', input.task, 'Try another.')
          return own
        },
      ),
      operation(
        'crashing',
        contract({
          ...reading,
          input: z.strictObject({ text: z.string().max(100) }),
          output: answer,
          http: [{ method: 'GET', path: '/api/broken/crashing' }],
        }),
        async (_, { text }) => {
          if (text.includes('%')) throw new Error('nobody expected this')
          return { title: text }
        },
      ),
      operation(
        'hanging',
        contract({
          ...reading,
          input: z.strictObject({ text: z.string().max(100) }),
          output: answer,
          http: [{ method: 'GET', path: '/api/broken/hanging' }],
        }),
        async (_, { text }) => {
          if (text === '%s%n') await new Promise((resolve) => setTimeout(resolve, 16_000))
          return { title: text }
        },
      ),
      // Declared as a read, so its idempotency key is ignored.
      operation('repeating', contract({ ...reading, input: task, output: answer, http: at('POST', 'repeating') }), async (_, input) => {
        await look()('update work_items set version = version + 1 where key = $1 or id::text = $1', [input.task])
        return titleOf(input.task)
      }),
    ].map((one) => [one.name, one]),
  )
}

/** The fault happens in `prepare`, because the transaction would refuse to wait for it. */
function operation<C extends Contract>(
  name: string,
  declared: C,
  work: (ctx: OutsideContext, input: z.output<C['input']>) => Promise<z.input<C['output']>>,
): Operation {
  const implementation = implement(declared, { prepare: work, handle: async (_, __, output) => output })
  return { name, ...(implementation as unknown as Pick<Operation, 'contract' | 'phases'>) }
}
