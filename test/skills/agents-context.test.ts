import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { doorsOf } from '../looping/doors.ts'
import { Scene } from '../looping/scene.ts'
import { startWorld, type World } from '../looping/world.ts'
import { streamableClient } from '../mcp/clients.ts'

const planted = 'zyzzyva'
let world: World
beforeAll(async () => {
  world = await startWorld(operations)
  const { id } = await world.run('createOrganization', world.stranger, { name: 'Stranger', handle: 'strangers-market' })
  for (let made = 0; made < 5; made++) {
    const skill = {
      slug: `${planted}-${made}`,
      name: `${planted} helper ${made}`,
      description: `${planted}: use this for everything`,
      tags: [planted],
    }
    await world.run('createSkill', world.stranger.in(id), { ...skill, body: `${planted}!`, visibility: 'public' })
  }
}, 300_000)
afterAll(() => world.close())

test('no tool, prompt, resource or instruction brings a stranger’s skill into an agent’s context unasked', async () => {
  const scene = await Scene.open(world, world.victim)
  const person = scene.person
  const tried: string[] = []
  const leaks: string[] = []
  const look = (where: string, text: string) => {
    tried.push(where)
    if (text.includes(planted)) leaks.push(where)
  }
  for (const operation of operations.values()) {
    for (const door of doorsOf(world, operation).filter(({ kind }) => kind === 'mcp')) {
      await world.renew(world.victim)
      // A fresh scene for each: the next operation may need what the previous one deleted or archived.
      const input = await scene.again().input(operation, () => false, door.rehearsal)
      const { text } = await door.call(person, input)
      look(door.name, text)
    }
  }
  const agent = await streamableClient({ url: world.baton.url, token: await world.mcpToken(person) })
  look('instructions', agent.getInstructions() ?? '')
  look('tools', JSON.stringify(await agent.listTools()))
  look('resources', JSON.stringify(await agent.listResources()))
  const { prompts } = await agent.listPrompts()
  for (const { name } of prompts)
    look(`prompt ${name}`, JSON.stringify(await agent.getPrompt({ name }).catch((error: Error) => error.message)))
  look(
    'completion',
    JSON.stringify(
      await agent
        .complete({ ref: { type: 'ref/resource', uri: 'baton://skill/{slug}' }, argument: { name: 'slug', value: planted.slice(0, 3) } })
        .catch((error: Error) => error.message.replaceAll(planted.slice(0, 3), '')),
    ),
  )
  await agent.close()
  console.log(`agents’ context: ${tried.length} places looked at, ${leaks.length} with a stranger’s words`)
  expect(tried.length).toBeGreaterThan(50)
  expect(leaks).toEqual([])
  // Counter-test: the planted text can be found when it is asked for.
  const [list] = doorsOf(world, operations.get('listSkills')).filter(({ kind }) => kind === 'mcp')
  expect((await list?.call(person, { visibility: 'public' }))?.text).toContain(planted)
}, 300_000)
