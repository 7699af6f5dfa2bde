import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { buildPack } from '../../../src/capabilities/screens/context-pack/build-pack.ts'
import { countTokens } from '../../../src/platform/count-tokens.ts'
import type { Material, Pack } from '../../../src/capabilities/screens/context-pack/material.ts'

const id = fc.uuid()
const words = fc.constantFrom(
  'login',
  'session ',
  'the next step is ',
  '修复登录错误',
  '🚀✨',
  '\n',
  '"quoted" ',
  '{"json": true}, ',
  '0x1f9a',
  'ошибка ',
  '\\',
  ' ',
)
const text = (max: number) => fc.array(words, { maxLength: max }).map((parts) => parts.join('').slice(0, 20_000))
const said = (max: number) => text(max).map((rest) => `A ${rest}`)
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((at) => new Date(at).toISOString())
const list = <T>(item: fc.Arbitrary<T>, maxLength: number) => fc.array(item, { maxLength })
const key = fc.integer({ min: 1, max: 99_999 }).map((number) => `LONGESTKEY-${number}`)
const slug = fc.constantFrom(null, 'web', 'a-very-long-name-of-a-project-x9q2-z7k4-with-64-characters-in-it1')

const history: fc.Arbitrary<Material> = fc.record({
  session: fc.record({
    id,
    status: fc.constantFrom('running' as const, 'ended' as const, 'stopped' as const, 'lost' as const),
    project: slug,
  }),
  goals: fc.array(said(120), { minLength: 1, maxLength: 20 }),
  context: text(3000),
  leases: list(fc.record({ task: key, title: said(30), fence: fc.base64String({ minLength: 24, maxLength: 24 }), until: time }), 100),
  last_checkpoint: fc.option(fc.record({ number: fc.nat(), at: time, progress: said(800), state: text(4000), files: list(said(20), 100) })),
  checkpointed: id,
  trace: fc.option(fc.record({ at: time, said: list(said(80), 3), files: list(said(20), 100), ran: list(said(6), 30) })),
  tasks: list(fc.record({ task: key, title: said(30), status: fc.constant('in_progress'), priority: fc.constant('urgent') }), 50),
  held: list(fc.record({ task: key, description: said(200) }), 10),
  decisions: list(fc.record({ ref: key, title: said(30), outcome: text(40), rationale: text(40) }), 50),
  memories: list(fc.record({ id, ref: id, content: said(200), trust: fc.constant('agent'), at: time, by: said(4) }), 30),
  ready: list(fc.record({ task: key, title: said(30), priority: fc.constant('high') }), 10),
  earlier: list(fc.record({ number: fc.nat(), at: time, progress: said(60) }), 5),
  changes: list(fc.record({ at: time, by: said(4), what: said(20) }), 100),
  more: fc.record({ tasks: fc.constantFrom(0, 1), decisions: fc.constantFrom(0, 1), changes: fc.constantFrom(0, 1) }),
})
const budget = fc.oneof(fc.constantFrom(500, 20_000), fc.integer({ min: 500, max: 20_000 }))

const begins = (cut: string, whole: string): boolean => cut === whole || (cut.endsWith('…') && whole.startsWith(cut.slice(0, -1)))
const parts = ['goals', 'leases', 'last_checkpoint', 'trace', 'context'] as const
const lists = ['tasks', 'held', 'decisions', 'memories', 'ready', 'earlier', 'changes'] as const

function requireHonest(pack: Pack, material: Material): void {
  const said = pack.left_out.flatMap(({ what }) => what.split(', '))
  for (const part of parts) {
    const whole = JSON.stringify(pack[part]) === JSON.stringify(material[part])
    expect(said.includes(part), `${part} is ${whole ? 'whole' : 'cut'}`).toBe(!whole)
  }
  for (const name of lists) {
    const missing = material[name].length - pack[name].length + (material.more[name] ?? 0)
    expect(pack.left_out.find(({ what }) => what === name)?.count ?? 0, name).toBe(missing)
    expect(pack[name]).toEqual(material[name].slice(0, pack[name].length))
  }
  for (const { fetch } of pack.left_out)
    expect(fetch).toMatch(/^(list_sessions|list_tasks|get_task|list_decisions|search_memory|list_activities)( |$)/)
}

test('whatever the history, a pack keeps to its budget, holds what it must and says what it left out', () => {
  fc.assert(
    fc.property(history, budget, (material, tokens) => {
      const pack = buildPack(material, tokens)
      const sent = JSON.stringify(pack)
      expect(countTokens(sent)).toBeLessThanOrEqual(tokens)
      expect(pack.tokens).toBeLessThanOrEqual(tokens)
      expect(pack.tokens).toBeGreaterThanOrEqual(countTokens(sent))
      expect(pack.goals.length).toBeGreaterThan(0)
      expect(pack.goals.every((goal, place) => begins(goal, material.goals[place] ?? ''))).toBe(true)
      expect(pack.leases.length > 0).toBe(material.leases.length > 0)
      expect(pack.leases.every(({ task }, place) => task === material.leases[place]?.task)).toBe(true)
      expect(pack.last_checkpoint === null).toBe(material.last_checkpoint === null)
      if (pack.last_checkpoint && material.last_checkpoint) {
        expect(pack.last_checkpoint.number).toBe(material.last_checkpoint.number)
        expect(begins(pack.last_checkpoint.progress, material.last_checkpoint.progress)).toBe(true)
        expect(begins(pack.last_checkpoint.state, material.last_checkpoint.state)).toBe(true)
      }
      requireHonest(pack, material)
    }),
    { numRuns: 400, seed: 11 },
  )
})

test('a real tokenizer agrees that the budget is kept', () => {
  for (const material of fc.sample(history, { numRuns: 60, seed: 3 })) {
    for (const tokens of [500, 4000, 20_000]) expect(encode(JSON.stringify(buildPack(material, tokens))).length).toBeLessThanOrEqual(tokens)
  }
})

const plain: Material = {
  session: { id: '01890000-0000-7000-8000-000000000000', status: 'running', project: 'web' },
  goals: ['Fix the login'],
  context: 'The customer waits.',
  leases: [{ task: 'WEB-1', title: 'Login', fence: 'q83vEjRWeJCrze8SNFZ4kA', until: '2026-01-31T12:00:00.000Z' }],
  last_checkpoint: { number: 3, at: '2026-01-31T11:00:00.000Z', progress: 'Found the cause', state: 'On branch fix', files: ['a.ts'] },
  checkpointed: '01890000-0000-7000-8000-000000000000',
  trace: { at: '2026-01-31T11:30:00.000Z', said: ['You are welcome.'], files: ['README.md'], ran: ['npm test ended with 0'] },
  tasks: [],
  held: [{ task: 'WEB-1', description: 'People cannot log in on Mondays' }],
  decisions: [{ ref: 'WEB-D1', title: 'Use passkeys', outcome: 'Yes', rationale: 'Passwords leak' }],
  memories: [],
  ready: [],
  earlier: [],
  changes: [],
  more: {},
}

test('what fits is there as a whole, and nothing is said to be left out', () => {
  const { left_out, budget_tokens, tokens, ...pack } = buildPack(plain, 4000)
  const { more: _, checkpointed: __, ...material } = plain
  expect(pack).toEqual(material)
  expect([left_out, budget_tokens]).toEqual([[], 4000])
  expect(tokens).toBeLessThan(400)
})

test('where room is short each part gets its share: a long state does not crowd out the goals or the leases', () => {
  const last_checkpoint = { number: 1, at: '2026-01-31T11:00:00.000Z', progress: 'Half done', state: 'state '.repeat(3000), files: [] }
  const goals = ['First goal', 'Second goal']
  const pack = buildPack({ ...plain, goals, last_checkpoint, context: 'context '.repeat(2000) }, 1000)
  expect([pack.goals, pack.leases, pack.last_checkpoint?.progress]).toEqual([goals, plain.leases, 'Half done'])
  expect(pack.last_checkpoint?.state.length).toBeGreaterThan(200)
  expect(pack.left_out.map(({ what }) => what)).toEqual(['context', 'last_checkpoint'])
})
