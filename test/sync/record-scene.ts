import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

/** An organization in which every column that a record has is filled somewhere: `test/sync/records.test.ts` says which one isn't. */
export async function fillEveryColumn(baton: Baton, ann: Person, bob: Person): Promise<void> {
  const api = ann.api as any
  await api.createProject({ name: 'Web', slug: 'web', key: 'WEB', description: 'The site', settings: { color: 'blue' } })
  await api.createProject({ name: 'Old', slug: 'old', key: 'OLD', visibility: 'private' })
  const team = await api.createTeam({ name: 'Design', handle: 'design' })
  const skill = await api.createSkill({ name: 'Review', slug: 'review', description: 'How', body: 'Look', tags: ['x'], visibility: 'team' })
  await api.addSkillVersion({ skill: skill.slug, body: 'Look twice' })
  await api.createSkill({ name: 'Draw', slug: 'draw', description: 'How', body: 'Draw', visibility: 'team', team: team.id })
  await api.createAgent({
    ...{ name: 'Helper', slug: 'helper', description: 'Helps', role: 'writer', memory_scope: 'project', model: 'large' },
    ...{ project: 'web', skills: ['review'], settings: { style: 'short' } },
  })
  const gates = [
    { key: 'plan', name: 'Plan', kind: 'evidence', before_code: true, checks: [{ check: 'plan', rank: 'claimed' }] },
    { key: 'ship', name: 'Ship', kind: 'approval' },
  ]
  await api.createWorkflow({ name: 'Short', slug: 'short', description: 'Two gates', gates })
  const milestone = await api.createMilestone({ project: 'web', name: 'Launch', description: 'The day', target_on: '2026-12-15' })

  const epic = await api.createEpic({ project: 'web', title: 'Epic' })
  const story = await api.createStory({ project: 'web', epic: epic.key, title: 'Story' })
  const traits = {
    description: 'Zuerst – 東京',
    priority: 'high',
    labels: ['a', 'b'],
    estimate: 2.5,
    start_on: '2026-11-20',
    due_on: '2026-12-01',
  }
  const first = await api.createTask({ project: 'web', title: 'First', ...traits, milestone: milestone.id })
  const second = await api.createTask({ project: 'web', title: 'Second', story: story.key, assignee: 'bob', blocked_by: [first.key] })
  const third = await api.createTask({ project: 'web', title: 'For the agent', assignee_agent: 'helper' })
  const comment = await ann.do('POST', `/api/tasks/${second.key}/comments`, { body: `As in ${first.key}`, choices: ['Yes', 'No'] })
  const reply = await ann.do('POST', `/api/tasks/${second.key}/comments`, { body: 'Like that.', reply_to: comment.id })
  await ann.do('POST', `/api/tasks/${second.key}/comments`, { body: 'Or not?', reply_to: reply.id })
  await fetch(`${baton.url}/api/tasks/${first.key}/attachments?name=plan.txt`, {
    method: 'POST',
    body: 'a plan',
    headers: { authorization: `Bearer ${ann.token}`, 'baton-organization': ann.organization ?? '', 'content-type': 'text/plain' },
  })

  const spec = await api.createSpec({ project: 'web', title: 'Sign-in', body: 'One', tags: ['auth'], status: 'review' })
  await api.addSpecVersion({ spec: spec.ref, body: 'Two', based_on: 1, summary: 'More' })
  await api.createNote({ project: 'web', title: 'Notes', content: `See [[${first.key}]] and [[Sign-in]]`, tags: ['x'], pinned: true })
  await api.createNote({ title: 'Mine', content: 'Alone' })
  const texts = { context: 'Slow', rationale: 'Fast', outcome: 'Good', alternatives: [{ title: 'B', why_not: 'Slower' }] }
  const old = await api.logDecision({ project: 'web', title: 'Use A', ...texts, paths: ['src/**'], tags: ['x'] })
  await api.addDecisionEntry({ decision: old.ref, body: 'Agreed' })
  await api.logDecision({ project: 'web', title: 'Use C', rationale: 'Faster', supersedes: [old.ref] })
  await api.logDecision({ title: 'For everybody', rationale: 'Simple' })

  const valid = { valid_from: '2026-01-01', valid_until: '2027-01-01', sources: [{ kind: 'task', ref: first.key }] }
  const memory = await api.storeMemory({ project: 'web', content: 'Deploys run at noon', tags: ['ops'], pinned: true, ...valid })
  await api.storeMemory({ project: 'web', content: 'Deploys run at midnight', supersedes: memory.id })
  await api.storeMemory({ agent: 'helper', content: 'Ann likes short texts' })
  const texted = { description: 'So that people come in' }
  await api.createFeature({ project: 'web', title: 'Login', ...texted, spec: spec.ref, tasks: [second.key], workflow: 'short' })
  await api.createFeature({ project: 'web', title: 'Cancelled' })
  await api.createFeature({ project: 'web', title: 'Complete' })
  const filters = { projects: ['web'], milestone: milestone.id, label: 'a' }
  await api.createView({ name: 'Open', shared: true, layout: 'board', group_by: 'status', sort: 'due', filters })
  await fillTheRest(baton, {
    org: ann.organization ?? '',
    ann: ann.user.id,
    bob: bob.user.id,
    first: first.id,
    second: second.id,
    third: third.id,
  })
}

/** What takes a code host, an agent at work or months in real life. */
async function fillTheRest(
  { look }: Baton,
  { org, ann, bob, first, second, third }: Record<'org' | 'ann' | 'bob' | 'first' | 'second' | 'third', string>,
): Promise<void> {
  const at = "'2026-11-01T10:00:00Z'"
  const agent = '(select a.id from agents a where a.org_id = $1 limit 1)'
  const sha = "repeat('a', 40)"
  const run = (statement: string, ...values: unknown[]) => look(statement, [org, ...values])
  const agentOf: [table: string, column: string][] = [
    ...['milestones', 'work_items', 'attachments', 'notes', 'specs', 'spec_versions', 'decisions', 'decision_entries', 'memories'].map(
      (table): [string, string] => [table, 'created_by_agent_id'],
    ),
    ['features', 'created_by_agent_id'],
    ['comments', 'author_agent_id'],
    ['skill_versions', 'agent_id'],
  ]
  for (const [table, column] of agentOf) await run(`update ${table} set ${column} = ${agent} where org_id = $1`)
  for (const table of ['agents', 'projects', 'workflows', 'milestones', 'work_items', 'comments', 'attachments', 'notes', 'memories']) {
    await run(`update ${table} set version = 3 where org_id = $1`)
  }
  for (const table of ['specs', 'decisions', 'skills', 'features', 'saved_views'])
    await run(`update ${table} set version = 3 where org_id = $1`)

  await run(`update agents set status = 'stopped', stop_reason = 'Enough', stopped_at = ${at}, stopped_by = $2 where org_id = $1`, bob)
  await run(`update projects set archived_at = ${at} where org_id = $1 and slug = 'old'`)
  await run(`insert into project_members select $1, p.id, $2, ${at} from projects p where p.org_id = $1 and p.slug = 'old'`, bob)
  await run(
    `insert into project_labels select $1, p.id, 'c', 'red', 'Careful', ${at}, ${at} from projects p where p.org_id = $1 and p.slug = 'web'`,
  )
  await run(
    `update work_items set status = 'complete', completion_notes = 'Done', completed_at = ${at}, completed_by = $2, created_by = $2,
      completed_by_agent_id = ${agent}, former_keys = '{OLD-1}', proof = 'ci', proof_covers = '{unit}' where org_id = $1 and id = $3`,
    bob,
    first,
  )
  await run(`insert into work_item_sources select $1, project_id, 'LIN-7', id from work_items where org_id = $1 and id = $2`, second)
  await run(`insert into work_item_relations values ($1, $2, $3, 'duplicates', $4, ${at})`, second, third, bob)
  await run(
    `insert into links (org_id, from_kind, from_id, to_kind, to_id, to_version, created_at)
      select $1, 'task', $2, 'spec', id, 1, ${at} from specs where org_id = $1`,
    first,
  )
  for (const [kind, table] of [
    ['spec', 'specs'],
    ['decision', 'decisions'],
  ]) {
    await run(
      `insert into links (org_id, from_kind, from_id, to_kind, to_id, created_at) select $1, '${kind}', id, 'task', $2, ${at} from ${table} where org_id = $1`,
      second,
    )
  }
  await run('update links set to_version = 1 where org_id = $1')
  await run("update links set names = '{named}' where org_id = $1 and names = '{}'")
  await run(
    `update comments set author_id = $2, edited_at = ${at}, source_url = 'https://example.com/1', answer_by = ${at}, answer = 'Yes', answered_at = ${at},
      answered_by = $2, resolved_at = ${at}, resolved_by = $2 where org_id = $1 and choices is not null`,
    bob,
  )
  await run(`update comments set source_author = 'octocat' where org_id = $1 and reply_to is not null`)
  await run(`update decisions set decided_by_agent = true, decided_by_agent_id = ${agent} where org_id = $1 and decided_at is not null`)
  await run(`update skill_versions set frontmatter = 'name: review', restored_from = 1 where org_id = $1 and number = 2`)

  await run(
    `update features set position = 1, gate = 'ship', gate_kind = 'approval', commit = ${sha}, summary = 'It works', recommendation = 'Ship it', risks = 'None',
      milestone_id = (select id from milestones where org_id = $1 limit 1), owner_id = $2 where org_id = $1 and title = 'Login'`,
    bob,
  )
  await run(`update features set status = 'cancelled', cancelled_at = ${at} where org_id = $1 and title = 'Cancelled'`)
  await run(
    `update features set status = 'complete', gate = null, gate_kind = null, commit = ${sha}, completed_at = ${at} where org_id = $1 and title = 'Complete'`,
  )
  const login = "(select f.id from features f where f.org_id = $1 and f.title = 'Login')"
  await run(`insert into feature_authors values ($1, ${login}, $2, 'commit', ${at}) on conflict do nothing`, bob)
  await run(
    `insert into feature_evidence (org_id, id, feature_id, check_name, outcome, rank, note, exit_code, log, url, before_code, commit, spec_version, user_id,
      agent_id, credential, created_at, voided_at, void_reason)
     values ($1, gen_random_uuid(), ${login}, 'plan', 'pass', 'observed', 'Read', 0, 'ok', 'https://example.com/2', true, ${sha}, 1, $2, ${agent}, 'mcp', ${at}, ${at}, 'spec')`,
    bob,
  )
  await run(
    `insert into feature_verdicts (org_id, id, feature_id, gate, kind, verdict, words, before_code, user_id, by_person, created_at, voided_at, void_reason)
     values ($1, gen_random_uuid(), ${login}, 'ship', 'approval', 'approve', 'Yes', false, $2, true, ${at}, ${at}, 'commit')`,
    ann,
  )
}
