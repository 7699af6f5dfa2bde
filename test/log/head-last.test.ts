import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { waitForLocks, connectAside } from '../harness/locks.ts'

let baton: Baton
let ann: Person
let holder: pg.Client

beforeAll(async () => {
  baton = await startBaton()
  ann = await (await baton.person('ann')).createOrganization('acme')
  await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  holder = await connectAside(baton)
})
afterAll(async () => {
  await holder.end()
  await baton.close()
})

const writes: Record<string, () => Promise<unknown>> = {
  'a task': () => ann.api.createTask({ project: 'web', title: 'Task' }),
  'a note': () => ann.api.createNote({ project: 'web', title: 'Note', content: 'See [[Task]]' }),
  'a spec': () => ann.api.createSpec({ project: 'web', title: 'Spec', body: 'See [[Task]]' }),
  'a decision': () => ann.api.logDecision({ project: 'web', title: 'Decision', rationale: 'See [[Task]]' }),
  'a feature': () => ann.api.createFeature({ project: 'web', title: 'Feature' }),
  'a memory': () => ann.api.storeMemory({ project: 'web', content: 'It builds' }),
  'a session': () => ann.api.createSession({ project: 'web', goals: ['Build'] }),
  'a milestone': () => ann.api.createMilestone({ project: 'web', name: 'First' }),
}

// A change to a project's key locks the project and then appends to the log: a writer in the opposite order would deadlock with it.
test.each(Object.entries(writes))('what stores %s and waits for its project has not locked the head of the log', async (_, write) => {
  await holder.query("begin; select from projects where slug = 'web' for update")
  const done = write()
  await waitForLocks(baton)
  await expect(holder.query('select from log_heads where org_id = $1 for update nowait', [ann.organization])).resolves.toBeDefined()
  await holder.query('commit')
  await done
})
