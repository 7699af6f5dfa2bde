import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let home: Person
let empty: Person
beforeAll(async () => {
  baton = await startBaton({ EXPORTS_PER_HOUR: '2' })
  ann = await baton.person('ann')
  home = await ann.createOrganization('acme')
  empty = await ann.createOrganization('acme-two')
  await fill()
})
afterAll(() => baton.close())

type Line = Record<string, any> & { kind?: string; id: string }

async function fill(): Promise<void> {
  const api = home.api as any
  await api.createProject({ name: 'Web', slug: 'web', key: 'WEB', description: 'The site', settings: { color: 'blue' } })
  await api.createProject({ name: 'Private', slug: 'priv', key: 'PRV', visibility: 'private' })
  const helper = await api.createAgent({ name: 'Helper', slug: 'helper', role: 'writer', project: 'web' })
  const epic = await api.createEpic({ project: 'web', title: 'Epic' })
  const story = await api.createStory({ project: 'web', epic: epic.key, title: 'Story' })
  const first = await api.createTask({
    project: 'web',
    title: 'First',
    description: 'Zuerst – 東京',
    labels: ['a', 'b'],
    estimate: 2,
    start_on: '2026-11-20',
    due_on: '2026-12-01',
    milestone: (await api.createMilestone({ project: 'web', name: 'Launch', target_on: '2026-12-15' })).id,
  })
  const second = await api.createTask({ project: 'web', title: 'Second', story: story.key, assignee: 'ann', blocked_by: [first.key] })
  await api.createTask({ project: 'web', title: 'For the agent', assignee_agent: 'helper' })
  await api.createTask({ project: 'priv', title: 'Quiet' })
  const gone = await api.createTask({ project: 'web', title: 'Gone' })
  await home.do('DELETE', `/api/tasks/${gone.key}`)
  const comment = await home.do('POST', `/api/tasks/${second.key}/comments`, { body: 'What about this?' })
  await home.do('POST', `/api/tasks/${second.key}/comments`, { body: 'Like that.', reply_to: comment.id })
  await fetch(`${baton.url}/api/tasks/${first.key}/attachments?name=plan.txt`, {
    method: 'POST',
    body: 'a plan',
    headers: { authorization: `Bearer ${ann.token}`, 'baton-organization': home.organization ?? '', 'content-type': 'text/plain' },
  })
  await api.createSpec({ project: 'web', title: 'Sign-in', body: 'One', tags: ['auth'] }).then(async (spec: any) => {
    await api.addSpecVersion({ spec: spec.ref, body: 'Two', based_on: 1, summary: 'More' })
    await api.createNote({ project: 'web', title: 'Notes', content: `See [[${first.key}]] and [[Sign-in]]`, tags: ['x'], pinned: true })
    await api.createFeature({ project: 'web', title: 'Login', spec: spec.ref, tasks: [second.key] })
  })
  await api.createNote({ title: 'Mine', content: 'Alone' })
  const old = await api
    .logDecision({ project: 'web', title: 'Use A', rationale: 'Fast', alternatives: [{ title: 'B' }] })
    .catch(() => api.logDecision({ project: 'web', title: 'Use A', rationale: 'Fast' }))
  await api.addDecisionEntry({ decision: old.ref, body: 'Agreed' })
  await api.logDecision({ title: 'For everybody', rationale: 'Simple' })
  await api.storeMemory({ project: 'web', content: 'Deploys run at noon', tags: ['ops'] })
  await api.storeMemory({ agent: helper.slug, content: 'Ann likes short texts' })
  const skill = await api.createSkill({
    name: 'Review',
    slug: 'review',
    description: 'How to review',
    body: 'Look twice',
    visibility: 'team',
  })
  await api.addSkillVersion({ skill: skill.slug, body: 'Look three times' })
  await api
    .createView({ name: 'Open', shared: true, layout: 'board', filters: { project: 'web' } })
    .catch(() => api.createView({ name: 'Open', shared: true, layout: 'board' }))
}

const exported = async (person: Person, query = ''): Promise<{ status: number; text: string; lines: Line[] }> => {
  const response = await fetch(`${baton.url}/api/sync/export${query}`, {
    headers: { authorization: `Bearer ${person.token}`, 'baton-organization': person.organization ?? '' },
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    lines: response.ok
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [],
  }
}
const imported = async (person: Person, body: string, query = '') => {
  const response = await fetch(`${baton.url}/api/sync/import${query}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${person.token}`,
      'baton-organization': person.organization ?? '',
      'content-type': 'application/jsonl',
    },
  })
  return { status: response.status, body: (await response.json()) as any }
}

/** Replaces ids by the position of their line, and omits what an import doesn't take over (see docs/sync.md). */
function normalized(lines: Line[]): unknown[] {
  const key = (line: Line) =>
    JSON.stringify([
      line.kind,
      line['key'] ?? line['slug'] ?? line['ref'] ?? line['title'] ?? line['name'] ?? line['body'] ?? line['content'],
    ])
  const sorted = lines.filter((line) => line.kind).toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
  const names = new Map(sorted.map((line, place) => [line.id, `#${place}`]))
  const walk = (value: any): any => {
    if (typeof value === 'string') return names.get(value) ?? value
    if (Array.isArray(value)) return value.map(walk).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]))
  }
  return sorted.map((line) => {
    const { trust: _, ...rest } = line as any
    return walk({ ...rest, entries: rest.entries?.map(({ id: _id, ...entry }: any) => entry) })
  })
}

test('an export into an empty organization and out again is the same but for its ids', async () => {
  const out = await exported(home)
  expect(out.status).toBe(200)
  const kinds = [...new Set(out.lines.map(({ kind }) => kind))].filter(Boolean)
  expect(kinds).toEqual([
    'agent',
    'project',
    'milestone',
    'item',
    'comment',
    'attachment',
    'note',
    'spec',
    'decision',
    'memory',
    'skill',
    'feature',
    'view',
  ])
  expect(out.text).not.toContain('Gone')
  const preview = await imported(empty, out.text, '?dry_run=true')
  expect(preview).toMatchObject({ status: 200, body: { dry_run: true, taken: [], unknown_people: [], records: { project: 2, item: 6 } } })
  expect((await exported(empty)).lines.filter(({ kind }) => kind)).toEqual([])

  const done = await imported(empty, out.text)
  expect(done).toMatchObject({ status: 200, body: { dry_run: false } })
  const back = await exported(empty)
  expect(normalized(back.lines)).toEqual(normalized(out.lines))

  const again = await imported(empty, out.text)
  expect(again.status).toBe(200)
  const [count] = await baton.look<{ count: string }>('select count(*) from work_items where org_id = $1', [empty.organization])
  expect(Number(count?.count)).toBe(6)
})

test('what was imported goes on: numbers continue, work is found and changed', async () => {
  const api = empty.api as any
  expect((await api.createTask({ project: 'web', title: 'Next' })).key).toBe('WEB-7')
  expect((await api.createSpec({ project: 'web', title: 'Another' })).number).toBe(2)
  expect((await api.storeMemory({ project: 'web', content: 'Deploys take an hour' })).ref).toBe('WEB-M2')
  await api.updateTask({ task: 'WEB-3', title: 'First, changed' })
  const feature = (await api.listFeatures({ project: 'web' })).items[0]
  expect(feature).toMatchObject({ status: 'active' })
})

test('a file that is cut, edited or something else is refused', async () => {
  expect(await imported(empty, '{"hello":1}')).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(await imported(empty, '{"format":"baton-export","version":1}\n')).toMatchObject({ status: 400 })
  const file = (line: object) => `{"format":"baton-export","version":1}\n${JSON.stringify(line)}\n{"end":true}\n`
  expect(await imported(empty, file({ kind: 'nothing', id: 'x' }))).toMatchObject({ status: 400, body: { line: 2 } })
  const project = {
    kind: 'project',
    id: '01980000-0000-7000-8000-000000000001',
    slug: 'web',
    key: 'ZZZ',
    name: 'Taken',
    description: '',
    visibility: 'organization',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
  expect(await imported(empty, file(project))).toMatchObject({ status: 409, body: { taken: ['web'] } })
  expect(await imported(empty, file({ ...project, slug: 'other', name: 'Bell\u0007' }))).toMatchObject({ status: 400 })
  expect(await imported(empty, file({ ...project, slug: 'NOT A SLUG' }))).toMatchObject({ status: 400 })
})

test('an export needs a fresh login and is given so often an hour; no key may', async () => {
  const bob = await baton.person('bob')
  expect((await exported(bob)).status).toBe(200)
  expect((await exported(bob, '?attachments=false')).status).toBe(200)
  expect((await exported(bob)).status).toBe(429)
  expect((await bob.do('GET', '/api/sync/status')).next_export_at).toEqual(expect.any(String))
  const cid = await baton.person('cid')
  const { key } = await cid.do('POST', '/api/settings/api-keys', { name: 'Everything', scopes: ['*'] }).catch(() => ({ key: null }))
  if (key) expect((await exported(Object.assign(cid.in(''), { token: key }))).status).toBe(403)
  // Within the ten minutes that other operations allow, but past the five minutes of this one.
  baton.clock.advance(6 * 60_000)
  const late = await exported(cid)
  expect(late.status).toBe(403)
  expect(late.text).toContain('five minutes')
})

test('a feature that a file calls complete begins at its first gate again', async () => {
  const third = await ann.createOrganization('acme-three')
  await (third.api as any).createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  const file = (lines: object[]) =>
    [{ format: 'baton-export', version: 1 }, ...lines, { end: true }].map((line) => JSON.stringify(line)).join('\n')
  const at = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  const project = {
    kind: 'project',
    id: '01980000-0000-7000-8000-000000000001',
    slug: 'shop',
    key: 'SHP',
    name: 'Shop',
    description: '',
    visibility: 'organization',
    ...at,
  }
  const feature = {
    kind: 'feature',
    id: '01980000-0000-7000-8000-000000000002',
    project: project.id,
    number: 1,
    ref: 'SHP-F1',
    title: 'Forged',
    description: '',
    status: 'complete',
    workflow: 'default',
    gates: [{ key: 'tests', name: 'Tests', kind: 'evidence', before_code: false, checks: [{ check: 'unit', rank: 'ci' }] }],
    position: 1,
    commit: 'a'.repeat(40),
    summary: '',
    recommendation: '',
    risks: '',
    evidence: [
      {
        id: '01980000-0000-7000-8000-000000000003',
        check: 'unit',
        outcome: 'pass',
        rank: 'ci',
        note: '',
        before_code: false,
        commit: 'a'.repeat(40),
        ...at,
      },
    ],
    ...at,
  }
  expect((await imported(third, file([project, feature]))).status).toBe(200)
  const [stored] = await baton.look<any>("select status, position, gate, commit from features where org_id = $1 and title = 'Forged'", [
    third.organization,
  ])
  expect(stored).toMatchObject({ status: 'active', position: 0, gate: 'tests', commit: null })
  const [evidence] = await baton.look<any>('select rank, voided_at from feature_evidence where org_id = $1', [third.organization])
  expect(evidence).toMatchObject({ rank: 'claimed', voided_at: expect.anything() })
})
