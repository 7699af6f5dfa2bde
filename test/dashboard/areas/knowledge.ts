import { callTool } from '../../looping/mcp-client.ts'
import type { Area, Scene } from '../every-page.ts'

const first = `# What it is for

A receiver that answers 5xx or times out is tried again.

# Retries

Delay doubles from 30 s with 20 % jitter.
The signature is made again for every attempt, the id stays the same.
After 8 attempts the delivery is marked failed.

# What it leaves out

Receivers that never answered at all.
`
const second = `# What it is for

A receiver that answers 5xx or times out is tried again 8 times over 28 hours.

The signature is made again for every attempt, the id stays the same.

# Retries

Delay doubles from 30 s with 20 % jitter, capped at 8 h.
After 8 attempts the delivery is marked failed.
410 switches the endpoint off and tells its owner.

# What it leaves out

Receivers that never answered at all.
`

async function makeKnowledge({ mira, jonas, slug, dashboard }: Scene) {
  const spec = await mira.do('POST', `/api/projects/${slug}/specs`, {
    title: 'Outgoing webhooks',
    body: first,
    tags: ['api', 'webhooks'],
    status: 'review',
  })
  await jonas.do('POST', `/api/specs/${spec.id}/versions`, { body: second, based_on: 1, summary: 'Retries for 28 hours, 410 ends them' })
  await mira.do('POST', `/api/projects/${slug}/specs`, { title: 'Offline outbox', body: '# Queue\n\nIn order.', status: 'approved' })
  const { items: tasks } = await mira.do('GET', `/api/tasks?project=${slug}&limit=2`)
  const { token } = await jonas.do('POST', '/api/settings/mcp-tokens', { name: 'Nova' })
  const nova = (tool: string, input: unknown) => callTool(dashboard.baton.url, token, tool, input)
  const old = await mira.do('POST', `/api/projects/${slug}/decisions`, {
    title: 'Deliver at most once',
    rationale: 'It is simpler.',
    paths: ['src/webhooks/**'],
  })
  const decision = await mira.do('POST', `/api/projects/${slug}/decisions`, {
    title: 'Deliver at least once',
    context: 'Receivers lose events whenever they restart.',
    rationale: 'A receiver can forget a duplicate; nobody can remember what never came.',
    alternatives: [
      { title: 'At most once', why_not: 'Loses events whenever a receiver restarts.' },
      { title: 'A queue for each receiver', why_not: 'More to run than the rest of the system together.' },
    ],
    paths: ['src/webhooks/**', 'src/worker/*.ts'],
    tags: ['delivery'],
    supersedes: [old.id],
    links: [tasks[0].key, `${spec.ref}@2`],
  })
  await nova('log_decision', {
    project: slug,
    title: 'Honour Retry-After up to 8 h',
    status: 'proposed',
    rationale: 'Two receivers answer 429 with it.',
  })
  await jonas.do('POST', `/api/decisions/${decision.id}/discussion`, { body: 'Cap it at 8 h like the rest, @mira.' })
  const { items } = await mira.do('GET', `/api/decisions?project=${slug}&status=proposed`)
  const linked = await mira.do('POST', '/api/notes', {
    project: slug,
    title: 'Runbook for deliveries',
    content:
      'What to do when deliveries pile up.\n\n## Look first\n\n1. Is the receiver up?\n2. What does `baton doctor` say?\n\n> Nothing is lost while it waits.\n\n```\nbaton deliveries --failed\n```\n',
    pinned: true,
    tags: ['operations'],
  })
  const note = await mira.do('POST', '/api/notes', {
    project: slug,
    title: 'Week 46',
    content: `Followed [[Runbook for deliveries]] twice, see [[${tasks[0].key}]] and [[Nowhere]].\n\n- [x] tell @jonas\n- [ ] replay by hand\n`,
    tags: ['weekly'],
  })
  await mira.do('POST', '/api/notes', { title: 'My own list', content: 'Only for me.' })
  await mira.do('POST', `/api/notes/${linked.id}/publish`, { slug: 'runbook-for-deliveries' })
  const gone = await mira.do('POST', '/api/notes', { project: slug, title: 'Old plan' })
  await mira.do('DELETE', `/api/notes/${gone.id}`)
  return { spec, old, decision, proposed: items[0], linked, note }
}

export const knowledge: Area = async (scene) => {
  const { org, slug } = scene
  const { spec, old, decision, proposed, linked, note } = await makeKnowledge(scene)
  const at = `/${org}/p/${slug}`
  return [
    { name: 'specs', path: `${at}/specs`, ready: 'Outgoing webhooks' },
    { name: 'spec', path: `/${org}/specs/${spec.id}`, ready: 'capped at 8 h' },
    { name: 'spec-old', path: `/${org}/specs/${spec.id}?version=1`, ready: 'This is version 1' },
    { name: 'spec-diff', path: `/${org}/specs/${spec.id}?from=1&to=2`, ready: 'moved' },
    { name: 'spec-edit', path: `/${org}/specs/${spec.id}?edit=true`, ready: 'Save as version 3' },
    {
      name: 'spec-new',
      path: `${at}/specs`,
      ready: 'Outgoing webhooks',
      then: async (page) => {
        await page.getByRole('button', { name: 'New spec' }).click()
        await page.getByRole('textbox', { name: 'Text' }).waitFor()
      },
    },
    {
      name: 'decisions',
      path: `${at}/decisions`,
      ready: 'Deliver at least once',
      then: async (page) => {
        await page.getByRole('button', { name: `Why ${decision.ref}` }).click()
        await page.getByText('A queue for each receiver').waitFor()
      },
    },
    { name: 'decision', path: `/${org}/decisions/${decision.id}`, ready: 'Cap it at 8 h' },
    { name: 'decision-proposed', path: `/${org}/decisions/${proposed.id}`, ready: 'not decided yet' },
    { name: 'decision-superseded', path: `/${org}/decisions/${old.id}`, ready: 'No longer active' },
    {
      name: 'decision-new',
      path: `${at}/decisions`,
      ready: 'Deliver at least once',
      then: async (page) => {
        await page.getByRole('button', { name: 'New decision' }).click()
        await page.getByRole('button', { name: 'Add alternative' }).click()
      },
    },
    { name: 'notes', path: `${at}/notes`, ready: 'Week 46' },
    { name: 'notes-tags', path: `/${org}/notes?view=tags`, ready: 'Untagged' },
    { name: 'notes-deleted', path: `${at}/notes?which=deleted`, ready: 'Old plan' },
    { name: 'note', path: `/${org}/notes/${note.id}`, ready: 'Unresolved links' },
    { name: 'note-public', path: `/${org}/notes/${linked.id}`, ready: 'Public URL' },
    { name: 'note-published', path: '/p/notes/runbook-for-deliveries', ready: 'Is the receiver up?', anonymous: true },
    { name: 'note-taken-down', path: '/p/notes/not-there', ready: 'It may have been unpublished', anonymous: true, refused: true },
    {
      name: 'note-edit',
      path: `/${org}/notes/${note.id}?edit=true`,
      ready: 'Done',
      then: async (page) => page.getByRole('toolbar', { name: 'Format' }).waitFor(),
    },
  ]
}
