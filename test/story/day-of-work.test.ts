import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, sseClient, streamableClient, type McpClient } from '../mcp/clients.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { waitFor } from '../harness/wait.ts'

// A feature from spec to ship: Ann and Bob, and the agents Planner and Builder (Bob's) and Reviewer (Ann's).
let baton: Baton
let worker: { close(): Promise<void> }
let ann: Person
let bob: Person
let planner: McpClient
let builder: McpClient
let reviewer: McpClient

const first = 'a'.repeat(40)
const second = 'b'.repeat(40)

async function agent(owner: Person, client: string, connect: typeof sseClient): Promise<McpClient> {
  const { token } = await owner.mcpToken(client)
  return connect({ url: baton.url, token, client })
}

beforeAll(async () => {
  baton = await startBaton()
  worker = await startWorker(baton)
  ann = await (await baton.person('ann')).createOrganization('acme')
  bob = (await baton.person('bob')).in('acme')
  await ann.do('POST', '/api/organization/members', { user: 'bob' })
  planner = await agent(bob, 'Planner', sseClient)
  builder = await agent(bob, 'Builder', streamableClient)
  reviewer = await agent(ann, 'Reviewer', sseClient)
})
afterAll(async () => {
  await Promise.all([planner, builder, reviewer].map((client) => client?.close()))
  await worker?.close()
  await baton?.close()
})

test('two people and three agents take a feature from spec to ship, and the feed tells it as it was', async () => {
  // Morning: Ann opens the project, an agent writes the spec, Ann corrects it.
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const spec = await result(planner, 'create_spec', { project: 'web', title: 'Dark mode', body: '# Dark mode\n\nEverything dark.\n' })
  await ann.do('PUT', `/api/specs/${spec.ref}`, {
    body: '# Dark mode\n\nEverything dark, text readable.\n',
    based_on: 1,
    summary: 'Contrast',
    status: 'approved',
  })
  const { diff } = await result(planner, 'get_spec', { spec: spec.ref, number: 2, compare: 1 })
  expect(JSON.stringify(diff)).toContain('text readable')

  // The agent plans: a feature bound to the corrected spec, and tasks that depend on each other.
  const feature = await result(planner, 'create_feature', { project: 'web', title: 'Dark mode', spec: spec.ref, spec_version: 2 })
  await result(planner, 'advance_feature', {
    feature: feature.ref,
    evidence: [{ check: 'spec', outcome: 'pass', note: 'Spec at version 2' }],
  })
  const colours = await result(planner, 'create_task', { project: 'web', title: 'Name the colours', priority: 'high' })
  const toggle = await result(planner, 'create_task', { project: 'web', title: 'Add the toggle', blocked_by: [colours.key] })
  await result(planner, 'advance_feature', { feature: feature.ref, evidence: [{ check: 'plan', outcome: 'pass', note: 'Two tasks' }] })
  const decision = await ann.do('POST', '/api/decisions', {
    project: 'web',
    title: 'CSS variables',
    rationale: 'No library needed',
    alternatives: [{ title: 'A library', why_not: 'Too large' }],
  })
  expect((await result(builder, 'list_decisions', { project: 'web' })).items).toMatchObject([{ ref: decision.ref }])

  // The builder claims ready tasks; nobody else gets them, and blocked tasks aren't offered.
  const claimed = await result(builder, 'claim_task', { project: 'web' })
  expect(claimed.task.key).toBe(colours.key)
  expect(claimed.blocks).toMatchObject([{ key: toggle.key }])
  expect(claimed.decisions).toEqual([{ ref: decision.ref, title: 'CSS variables' }])
  const taken = await call(reviewer, 'claim_task', { task: colours.key })
  expect(taken.isError).toBe(true)
  expect((await call(reviewer, 'complete_task', { task: colours.key })).isError).toBe(true)
  await ann.do('POST', `/api/tasks/${colours.key}/comments`, { body: 'Mind the contrast, @bob.' })
  await result(builder, 'complete_task', { task: colours.key, fence: claimed.lease.fence, notes: 'Twelve variables' })
  const next = await result(builder, 'claim_task', { project: 'web' })
  expect(next.task.key).toBe(toggle.key)
  await result(builder, 'complete_task', { task: toggle.key, fence: next.lease.fence })

  // It says that it is done; the server wants evidence.
  const words = await call(builder, 'advance_feature', {
    feature: feature.ref,
    commit: first,
    evidence: [{ check: 'tests', outcome: 'pass', note: 'All green, trust me' }],
  })
  expect(words.isError).toBe(true)
  expect(words.content[0]?.text).toContain('only `claimed`')
  await result(builder, 'advance_feature', {
    feature: feature.ref,
    commit: first,
    evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '212 passed' }],
  })

  // Its own review doesn't count; Ann's agent reviews and requests changes; a new commit restarts the build gates.
  const own = await result(builder, 'submit_review', { feature: feature.ref, verdict: 'approve', commit: first })
  expect(own).toMatchObject({ counts: false })
  await result(reviewer, 'submit_review', { feature: feature.ref, verdict: 'request_changes', commit: first, words: 'The toggle forgets' })
  await result(builder, 'advance_feature', {
    feature: feature.ref,
    commit: second,
    evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '213 passed' }],
  })
  const stale = await call(reviewer, 'submit_review', { feature: feature.ref, verdict: 'approve', commit: first })
  expect(stale.isError).toBe(true)
  await result(reviewer, 'submit_review', { feature: feature.ref, verdict: 'approve', commit: second })
  await result(builder, 'advance_feature', { feature: feature.ref })

  // The last gate needs a person who isn't the author.
  expect((await call(builder, 'advance_feature', { feature: feature.ref })).content[0]?.text).toContain('No key, token or agent can')
  expect((await bob.call('POST', `/api/features/${feature.id}/approvals`, { commit: second })).status).toBe(403)
  const waiting = await waitFor(
    'the notification of the waiting gate',
    () => ann.do('GET', '/api/notifications?kind=gate_waiting'),
    ({ items }) => items.length > 0,
  )
  expect(waiting.items).toMatchObject([{ kind: 'gate_waiting', subject: { ref: feature.ref } }])
  expect((await ann.do('GET', '/api/approvals')).items).toMatchObject([{ feature: { ref: feature.ref } }])
  await ann.do('POST', `/api/features/${feature.id}/approvals`, { commit: second, words: 'Well done' })
  expect(await result(builder, 'advance_feature', { feature: feature.ref })).toMatchObject({
    status: 'complete',
    gate: null,
    commit: second,
  })

  const mentions = await bob.do('GET', '/api/notifications?kind=mention')
  expect(mentions.items).toHaveLength(1)
  const feed = await ann.do('GET', '/api/projects/web/activity?limit=100')
  // A comment only counts as read with the reader's next call, whenever that is.
  const told = feed.items.toReversed().map((line: any) => `${line.actor.agent_name ?? line.actor.user_name}: ${line.summary}`)
  expect(told).toMatchInlineSnapshot(`
    [
      "Name of ann: created project WEB Web",
      "Planner: created spec WEB-S1 Dark mode",
      "Name of ann: wrote a new version of spec WEB-S1 Dark mode",
      "Name of ann: updated spec WEB-S1 Dark mode",
      "Planner: created feature WEB-F1 Dark mode",
      "Planner: claimed that the spec check passes for feature WEB-F1 Dark mode",
      "Planner: moved feature WEB-F1 Dark mode from spec to plan",
      "Planner: created WEB-1 Name the colours",
      "Planner: created WEB-2 Add the toggle",
      "Planner: claimed that the plan check passes for feature WEB-F1 Dark mode",
      "Planner: moved feature WEB-F1 Dark mode from plan to build",
      "Name of ann: logged decision WEB-D1 CSS variables",
      "Builder: claimed WEB-1 Name the colours",
      "Name of ann: commented on WEB-1 Name the colours",
      "Builder: completed WEB-1 Name the colours",
      "Builder: released WEB-1 Name the colours",
      "Builder: claimed WEB-2 Add the toggle",
      "Builder: completed WEB-2 Add the toggle",
      "Builder: released WEB-2 Add the toggle",
      "Builder: reported commit aaaaaaaa of feature WEB-F1 Dark mode",
      "Builder: claimed that the tests check passes for feature WEB-F1 Dark mode",
      "Builder: reported that the tests check passes for feature WEB-F1 Dark mode",
      "Builder: moved feature WEB-F1 Dark mode from build to review",
      "Builder: asked 1 person to review feature WEB-F1 Dark mode at review",
      "Builder: approved feature WEB-F1 Dark mode at review, which does not count",
      "Reviewer: asked for changes in feature WEB-F1 Dark mode at review",
      "Builder: reported commit bbbbbbbb of feature WEB-F1 Dark mode",
      "Builder: voided the evidence of feature WEB-F1 Dark mode because of a new commit",
      "Builder: sent feature WEB-F1 Dark mode back from review to build because of a new commit",
      "Builder: reported that the tests check passes for feature WEB-F1 Dark mode",
      "Builder: moved feature WEB-F1 Dark mode from build to review",
      "Builder: asked 1 person to review feature WEB-F1 Dark mode at review",
      "Reviewer: approved feature WEB-F1 Dark mode at review",
      "Builder: moved feature WEB-F1 Dark mode from review to ship",
      "Builder: left feature WEB-F1 Dark mode waiting at ship for 1 person",
      "Name of ann: approved feature WEB-F1 Dark mode at ship",
      "Builder: shipped feature WEB-F1 Dark mode",
    ]
  `)
})
