import type { Context } from '../../../kernel/context.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { findMember } from '../../organizations/organizations/require-member.ts'
import { milestonesIn } from '../planning/require-milestone.ts'
import { startsInTime } from '../planning/dates.ts'
import { itemsByKeys, type StoredItem } from '../lists/items-by-names.ts'
import type { ImportRow } from './import-row.ts'
import { importedItems } from './imported-items.ts'
import type { Problem, ReadRow } from './read-rows.ts'

/** What a name in the file refers to: another row of it, or an existing item. */
export type Target = { row: Planned } | { item: StoredItem }

export interface Planned extends ReadRow {
  before: StoredItem | null
  parent: Target | null | undefined
  blockers: Target[] | undefined
  assignee_id: string | null | undefined
  assignee_agent_id: string | null | undefined
  /** Empty if the file names one that the project doesn't have yet. */
  milestone_id: string | null | undefined
}

export interface Plan {
  rows: Planned[]
  problems: Problem[]
  warnings: Problem[]
}

const onlyTasks = ['estimate', 'milestone', 'completion_notes'] as const

/** Resolves what every row names; a name that leads nowhere is a problem of its line. Nothing is written. */
export async function planImport(ctx: Context, project: string, read: ReadRow[], skipUnknown: boolean): Promise<Plan> {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const found = await existing(ctx, project, read)
  const people = await known(read, 'assignee', async (name) => (await findMember(ctx, name))?.user_id)
  const agents = await known(read, 'assignee_agent', (name) =>
    requireAgent(ctx, name).then(
      (agent) => agent.id,
      () => undefined,
    ),
  )
  const milestones = new Map((await milestonesIn(ctx, project)).map(({ id, name }) => [name.toLowerCase(), id]))
  const inFile = new Map<string, Planned>()
  const rows = read.map(({ line, row }): Planned => {
    const here = row.external_id === undefined ? undefined : found.get(row.external_id)
    const before = here && here.project_id === project ? here : null
    const say = (field: string, message: string) => void problems.push({ line, field, message })
    const planned: Planned = {
      line,
      row,
      before,
      parent: undefined,
      blockers: undefined,
      assignee_id: undefined,
      assignee_agent_id: undefined,
      milestone_id: row.milestone ? (milestones.get(row.milestone.toLowerCase()) ?? '') : row.milestone,
    }
    if (row.external_id !== undefined) {
      if (inFile.has(row.external_id)) say('external_id', 'stands twice in this file')
      else inFile.set(row.external_id, planned)
    }
    if (here && !before && here.former_keys.includes(row.external_id?.toUpperCase() ?? ''))
      say('external_id', `was moved to another project, where it is ${here.key}; leave it out`)
    if (before && before.kind !== row.kind) say('kind', `is ${before.kind} already; an import does not change it`)
    if (row.kind !== 'task') {
      for (const field of onlyTasks) if (row[field] !== undefined && row[field] !== null) say(field, 'only a task has one')
      if (row.blocked_by?.length) say('blocked_by', 'only a task has some')
    }
    for (const [field, names, column] of [
      ['assignee', people, 'assignee_id'],
      ['assignee_agent', agents, 'assignee_agent_id'],
    ] as const) {
      const name = row[field]
      planned[column] = name ? names.get(name) : name
      const note = { line, field, message: `nobody here is called \`${name}\`` }
      if (name && !names.get(name)) (skipUnknown ? warnings : problems).push(note)
    }
    const { start_on = before?.start_on, due_on = before?.due_on } = row
    if (!startsInTime({ start_on, due_on })) say('start_on', 'is after the due date')
    if (planned.assignee_id && planned.assignee_agent_id) say('assignee', 'is a person or an agent, not both')
    return planned
  })
  const lead = (name: string): Target | undefined => {
    const row = inFile.get(name)
    if (row) return { row }
    const item = found.get(name)
    return item && { item }
  }
  for (const planned of rows) connect(planned, project, lead, problems)
  return { rows, problems, warnings }
}

const kindOf = (target: Target): string => ('row' in target ? target.row.row.kind : target.item.kind)

function connect(planned: Planned, project: string, lead: (name: string) => Target | undefined, problems: Problem[]): void {
  const { line, row } = planned
  const say = (field: string, message: string) => void problems.push({ line, field, message })
  if (row.parent) {
    const parent = lead(row.parent)
    const fits = row.kind === 'story' ? ['epic'] : row.kind === 'task' ? ['epic', 'story'] : []
    if (!parent || ('item' in parent && parent.item.project_id !== project)) say('parent', 'is neither in this file nor in this project')
    else if (!fits.includes(kindOf(parent))) say('parent', `a ${row.kind} cannot stand below this`)
    else planned.parent = parent
  } else {
    if (row.kind === 'story' && (row.parent === null || !planned.before)) say('parent', 'a story stands below an epic')
    planned.parent = row.parent === null ? null : undefined
  }
  if (!row.blocked_by) return
  planned.blockers = row.blocked_by.flatMap((name) => {
    const blocker = lead(name)
    if (blocker && kindOf(blocker) === 'task') return [blocker]
    say('blocked_by', blocker ? 'only a task blocks another' : `no task \`${name.slice(0, 80)}\` is in this file or here`)
    return []
  })
}

/** What the names in the file mean here: first what was imported under them, then keys. */
async function existing(ctx: Context, project: string, read: ReadRow[]): Promise<Map<string, StoredItem>> {
  const names = [...new Set(read.flatMap(({ row }) => [row.external_id ?? [], row.parent ?? [], row.blocked_by ?? []].flat()))]
  const found = new Map<string, StoredItem>()
  const keys = names.filter((name) => /^[\w-]{3,64}$/.test(name))
  const here = await itemsByKeys(ctx, keys)
  const byKey = new Map(here.flatMap((item) => [item.key, ...item.former_keys].map((key) => [key, item] as const)))
  for (const name of keys) {
    const item = byKey.get(name.toUpperCase())
    if (item) found.set(name, item)
  }
  for (const [name, item] of await importedItems(ctx, project, names)) found.set(name, item)
  return found
}

async function known(read: ReadRow[], field: 'assignee' | 'assignee_agent', find: (name: string) => Promise<string | undefined>) {
  const ids = new Map<string, string>()
  for (const name of new Set(read.flatMap(({ row }) => (row[field] as ImportRow['assignee']) ?? []))) {
    const id = await find(name)
    if (id) ids.set(name, id)
  }
  return ids
}
