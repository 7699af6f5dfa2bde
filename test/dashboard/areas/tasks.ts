import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'
import type { Area, Scene } from '../every-page.ts'

type Tool = (tool: string, input: object) => Promise<any>

/** Creates an agent of this person with this name. */
export async function makeAgent(url: string, owner: Person, name: string): Promise<{ call: Tool; id: string }> {
  const { token } = await owner.mcpToken(name)
  const call: Tool = async (tool, input) => {
    const { status, text, body } = await callTool(url, token, tool, input)
    if (status !== 200) throw new Error(`${tool}: ${status} ${text}`)
    return body
  }
  await call('list_projects', {})
  const { items } = await owner.do('GET', '/api/agents')
  const agent = items.find((one: any) => one.name !== name && one.owner_id === owner.user.id && one.client_name !== null && !one.role)
  await owner.do('PATCH', `/api/agents/${agent.id}`, { name, role: 'engineer' })
  return { call, id: agent.id }
}

const description = `A receiver that answers 5xx or times out is tried again 8 times over 28 hours. After that the delivery is marked failed and can be replayed by hand.

- [x] Delay doubles from \`30 s\` with 20 % jitter, capped at \`8 h\`
- [x] The signature is made again for every attempt, the id stays the same
- [ ] 410 switches the endpoint off and tells its owner
- [ ] Replay from the delivery list keeps the original order
`

/** A task in progress: held by an agent, discussed, with files, links and neighbors; plus its epic and story. */
export async function makeBusyTask({ dashboard, mira, jonas, slug }: Scene) {
  const { url } = dashboard.baton
  const nova = await makeAgent(url, jonas, 'Nova')
  const kite = await makeAgent(url, mira, 'Kite')
  const make = (title: string, more: object = {}) => mira.do('POST', '/api/tasks', { project: slug, title, ...more })
  const epic = await mira.do('POST', `/api/projects/${slug}/epics`, {
    title: 'Reliable streams',
    description: 'Nothing that was sent is ever lost.',
  })
  const stories = `/api/projects/${slug}/epics/${epic.key}/stories`
  const story = await mira.do('POST', stories, { title: 'Deliver every webhook', priority: 'high' })
  await mira.do('POST', stories, { title: 'Follow the log from anywhere' })
  const below = (title: string, status: string) => mira.do('POST', `${stories}/${story.key}/tasks`, { title, status })
  await below('Sign every attempt', 'complete')
  await below('Switch an endpoint off after 410', 'todo')
  const decision = await mira.do('POST', '/api/decisions', {
    project: slug,
    title: 'Deliver at least once',
    context: 'A receiver may be away for a night.',
    rationale: 'Nothing that was sent is ever lost.',
    outcome: 'We try again for 28 hours.',
    status: 'accepted',
  })
  const spec = await mira.do('POST', `/api/projects/${slug}/specs`, {
    title: 'Outgoing webhooks v2',
    body: '# Retries\n\nEight of them.\n',
  })
  const task = await make('Retry outgoing webhooks with backoff and jitter', {
    description,
    status: 'todo',
    priority: 'high',
    labels: ['api', 'webhooks'],
    estimate: 3,
    due_on: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    links: [`decision:${decision.ref}`, `spec:${spec.ref}@1`],
  })
  await mira.do('PATCH', `/api/tasks/${task.key}`, { parent: story.key })
  await mira.do('POST', `/api/projects/${slug}/features`, { title: 'Outgoing webhooks', tasks: [task.key] })
  await make('Replay from the delivery list', { blocked_by: [task.key] })
  await make('Mail digest of failures', { blocked_by: [task.key] })
  const session = await nova.call('create_session', { goals: ['Webhooks that arrive'], project: slug })
  await nova.call('claim_task', { task: task.key, session: session.id, minutes: 15 })
  await nova.call('checkpoint_session', {
    session: session.id,
    progress: 'Step 9 of 12: replay keeps order is next',
    usage: { tokens_in: 1_300_000, tokens_out: 100_000, cost: 3.18 },
  })
  await nova.call('update_task', {
    task: task.key,
    comment: 'Two receivers in the fixtures answer `429` with `Retry-After`. I will honour it when it is longer than our own delay.',
  })
  await mira.do('POST', `/api/tasks/${task.key}/comments`, {
    body: 'Good. Cap it at 8 h like the rest, and say so in the delivery list. @jonas please look.',
  })
  await jonas.do('PATCH', `/api/tasks/${task.key}`, { priority: 'high', labels: ['api', 'webhooks', 'mail'] })
  const beside = await make('Rotate the signing secret', { status: 'todo' })
  await kite.call('claim_task', { task: beside.key, minutes: 30 })
  await upload(mira, task.key, 'attempts.log', 'attempt 1: 503\nattempt 2: 200\n')
  return { task, epic, story, nova, kite }
}

async function upload(person: Person, key: string, name: string, text: string): Promise<void> {
  const response = await fetch(`${person.url}/api/tasks/${key}/attachments?name=${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'baton-organization': String(person.organization),
      'content-type': 'application/octet-stream',
    },
    body: text,
  })
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
}

export const tasks: Area = async (scene) => {
  const { org, mira, slug } = scene
  const { task, epic, story } = await makeBusyTask(scene)
  const { items } = await mira.do('GET', `/api/tasks?project=${slug}&sort=rank&limit=5`)
  const [first, second, third] = items as { key: string }[]
  for (const one of [first, second]) await mira.do('PATCH', `/api/tasks/${one?.key}`, { assignee: 'mira' })
  await mira.do('PATCH', `/api/tasks/${second?.key}`, { due_on: new Date().toISOString().slice(0, 10) })
  const plain = await mira.do('POST', '/api/tasks', { project: slug, title: 'A task nobody has touched yet' })
  return [
    { name: 'task', path: `/${org}/t/${task.key}`, ready: 'holds this task' },
    { name: 'task-plain', path: `/${org}/t/${plain.key}`, ready: 'Add description' },
    {
      name: 'task-editing',
      path: `/${org}/t/${task.key}`,
      ready: 'Edit description',
      then: async (page) => {
        await page.getByRole('button', { name: 'Edit description' }).click()
        await page.getByRole('toolbar', { name: 'Format' }).waitFor()
      },
    },
    {
      name: 'task-mention',
      path: `/${org}/t/${task.key}`,
      ready: 'Comment, or @mention',
      then: async (page) => {
        await page.getByRole('button', { name: 'Comment, or @mention' }).click()
        await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('Look @')
        await page.getByRole('listbox', { name: 'People and agents to mention' }).waitFor()
      },
    },
    {
      name: 'task-assignee',
      path: `/${org}/t/${plain.key}`,
      ready: 'Add description',
      then: async (page) => {
        await page.getByRole('button', { name: 'Assignee: Unassigned' }).and(page.locator(':visible')).first().click()
        await page.getByRole('option', { name: 'Nova' }).waitFor()
      },
    },
    { name: 'story', path: `/${org}/t/${story.key}`, ready: 'Sign every attempt' },
    { name: 'epic', path: `/${org}/t/${epic.key}`, ready: 'Follow the log from anywhere' },
    { name: 'task-peek', path: `/${org}/my?peek=${task.key}`, ready: 'holds this task' },
    { name: 'my-work', path: `/${org}/my`, ready: third ? 'Assigned to you' : '' },
  ]
}
