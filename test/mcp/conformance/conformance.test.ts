import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { startNode, type Node } from '../../../src/main/node.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { extendServer } from '../fixtures/extend-server.ts'
import { notOurs } from './not-ours.ts'
import { complaints, runSuite, suites, type Check } from './run-suite.ts'
import { scenarios } from './scenarios.ts'
import { startTokenProxy, type TokenProxy } from './token-proxy.ts'

let proxy: TokenProxy
let baton: Baton
let node: Node

beforeAll(async () => {
  proxy = await startTokenProxy()
  baton = await startBaton({ APP_URL: proxy.url })
  node = await startNode(baton.config, operations, baton.clock, { extendServer })
  proxy.aim(node.address, (await (await baton.person('ann')).mcpToken()).token)
})
afterAll(async () => {
  proxy.close()
  await node.close()
  await baton.close()
})

const runs = [
  { set: 'active', program: suites.stable, options: ['--suite', 'active'] },
  { set: '2025-11-25', program: suites.next, options: ['--requirements', '2025-11-25'] },
  { set: '2026-07-28', program: suites.next, options: ['--requirements', '2026-07-28'] },
] as const

describe.each(runs)('conformance, $set', ({ set, program, options }) => {
  let checked: Map<string, Check[]>
  beforeAll(async () => {
    checked = await runSuite(program, `${proxy.url}/mcp`, ...options)
  }, 180_000)

  test('the suite has run all of its scenarios and no other', () => {
    expect([...checked.keys()].toSorted()).toEqual(scenarios[set].toSorted())
  })

  test.each(scenarios[set])('%s', (scenario) => {
    const found = complaints(checked.get(scenario) ?? [])
    const standing = notOurs[set]?.[scenario]
    if (!standing) return expect(found).toEqual([])
    expect(found).not.toEqual([])
    for (const complaint of found) expect(complaint, standing.reason).toMatch(standing.says)
  })
})
