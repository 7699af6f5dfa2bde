import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { buildTools } from '../../../src/doors/mcp/tools/tools.ts'
import { callTool } from '../../looping/mcp-client.ts'
import { difference, stateReader } from '../../looping/organization-state.ts'
import { Scene, every } from '../../looping/scene.ts'
import { startWorld, type World } from '../../looping/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(operations)
})
afterAll(() => world.close())

const promised = buildTools(operations.values()).list.filter(({ annotations }) => annotations?.idempotentHint)

/** These tables change with every call, because it is audited and counted. */
const beside = ['public.audit', 'public.log_heads', 'public.recent_calls', 'public.tool_calls', 'public.agent_last_calls']

test.each(promised.map(({ name, annotations }) => [name, annotations?.destructiveHint] as const))(
  '%s, repeated with the same input, changes nothing more',
  async (name, deletes) => {
    const operation = [...operations.values()].find(({ contract }) => contract.mcp?.tool === name)
    if (!operation) throw new Error(`no operation is the tool ${name}`)
    const scene = await Scene.open(world, world.victim)
    const input = { ...(await scene.input(operation, every)), ...(deletes && { confirm: true }) }
    const token = await world.mcpToken(scene.person)
    const first = await callTool(world.baton.url, token, name, input)
    expect(first.status, first.text).toBe(200)
    const read = await stateReader(world.look)
    const state = () => read(scene.organization.id, scene.person.user.id)
    const before = await state()
    const second = await callTool(world.baton.url, token, name, input)
    expect(second.status, second.text).toBeLessThan(500)
    expect(difference(before, await state(), beside)).toEqual([])
  },
)
