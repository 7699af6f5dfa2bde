import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { rehearse } from '../../looping/rehearse.ts'
import { Scene } from '../../looping/scene.ts'
import { startWorld, type World } from '../../looping/world.ts'
import { differences, openScene, search, titles, type SearchScene } from './scene.ts'

let world: World
let scene: SearchScene

beforeAll(async () => {
  world = await startWorld(operations)
  scene = await openScene()
})
afterAll(async () => {
  await world.close()
  await scene.baton.close()
})

test('after every operation that writes, the index holds what its sources say, whoever wrote', async () => {
  const person = world.victim
  let stage = await Scene.open(world, person)
  for (const effect of ['create', 'change', 'delete'] as const) {
    for (const operation of operations.values()) {
      const { realm, permission } = operation.contract
      if (operation.contract.effect !== effect || realm !== 'organization' || permission === 'system') continue
      // What it deletes may be what the next operation needs.
      if (effect === 'delete') stage = await Scene.open(world, person)
      await rehearse(operation, stage)
      expect(await differences(world.baton), operation.name).toEqual([])
    }
  }
  const rows = await world.look<{ kind: string }>('select distinct kind from search_documents order by kind')
  expect(rows.map(({ kind }) => kind)).toEqual([
    'agent',
    'decision',
    'epic',
    'feature',
    'note',
    'project',
    'skill',
    'spec',
    'story',
    'task',
  ])
})

const found = async (q: string) => titles(await search(scene.owner, q))

test('what is changed is found by its new words only; deleted with its comments it is gone, restored it is back', async () => {
  const { owner } = scene
  const task = await owner.do('POST', '/api/tasks', { project: 'web', title: 'Paint the fence', description: 'In turquoise.' })
  await owner.do('POST', `/api/tasks/${task.key}/comments`, { body: 'Ask the neighbour about magenta.' })
  const spec = await owner.do('POST', '/api/specs', { project: 'web', title: 'Fence posts', body: 'Made of larch.' })
  expect(await found('turquoise')).toEqual(['Paint the fence'])
  await owner.do('PATCH', `/api/tasks/${task.key}`, { description: 'In vermilion.' })
  expect(await found('turquoise')).toEqual([])
  expect(await found('vermilion magenta')).toEqual(['Paint the fence'])
  await owner.do('DELETE', `/api/tasks/${task.key}`)
  expect(await found('vermilion magenta')).toEqual([])
  await owner.do('POST', `/api/tasks/${task.key}/restore`)
  expect(await found('magenta')).toEqual(['Paint the fence'])
  await owner.do('PATCH', `/api/specs/${spec.ref}`, { body: 'Made of robinia.', based_on: 1 })
  expect([await found('larch'), await found('robinia')]).toEqual([[], ['Fence posts']])
  expect(await differences(scene.baton)).toEqual([])
})

test('bulk edits and imports are in the index like any other write', async () => {
  const { owner } = scene
  const content = ['kind,title,description', 'task,Imported one,Zanzibar', 'task,Imported two,Zanzibar'].join('\n')
  await owner.do('POST', '/api/projects/web/import', { format: 'csv', content })
  expect((await found('zanzibar')).toSorted()).toEqual(['Imported one', 'Imported two'])
  const { items } = await search(owner, 'zanzibar')
  const keys = items.map(({ ref }: { ref: string }) => ref)
  await owner.do('PATCH', '/api/tasks/bulk', { tasks: keys, changes: { add_labels: ['spice-island'] } })
  expect(await found('spice-island')).toHaveLength(2)
  expect(await differences(scene.baton)).toEqual([])
})
