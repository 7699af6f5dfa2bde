import { beforeAll, expect, test } from 'vitest'
import { readsAffected, renderAffected } from '../../scripts/generate/affected.ts'
import { loadEventKinds } from '../../scripts/generate/event-kinds.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { unloggedChanges } from '../../src/kernel/events.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { checkKinds, checkReads, kindsElsewhere, polling, readsOfDashboard } from './stale-reads.ts'

/** Kinds of event that only the activity feed shows. */
const unshown = {
  'activity.logged': 'a line that somebody wrote for the feed',
  ...Object.fromEntries(
    ['announcement.sent', 'job.retried', 'plan.updated', 'setting.updated', 'settings.seeded', 'user.note_read', 'user.offboarded'].map(
      (kind) => [kind, 'of the instance’s own log, which no page follows'],
    ),
  ),
  'password.reset_offered': 'an administrator made a link; nothing of the account changes until it is used',
}

/** Reads whose answer no event changes for their caller. */
const unchanging = {
  checkHandle: 'of the whole instance, and the log is an organization’s',
  listProviders: 'changes with the configuration, so with a restart',
  getLoginOptions: 'of the whole instance, and read again with the next page load',
  getCodeHostSetup: 'changes with the configuration, so with a restart',
  ...Object.fromEntries(
    [
      'getAnyTeam',
      'getEntry',
      'getInstanceHealth',
      'getReportedIssue',
      'getSetting',
      'getUser',
      'listAllCommunityPosts',
      'listAllIssueReports',
      'listAllTeams',
      'listAnnouncements',
      'listCategories',
      'listContactMessages',
      'listEntryRevisions',
      'listFailedJobs',
      'listMarketplace',
      'listPages',
      'listPlans',
      'listPosts',
      'listSettings',
      'listSponsors',
      'listUserIssues',
      'listUserNotes',
      'listUserProjects',
      'listUserSessions',
      'listUserTeams',
      'listUsers',
    ].map((name) => [name, 'of the whole instance, and the log is an organization’s']),
  ),
}

let kinds: string[]
beforeAll(async () => {
  kinds = await loadEventKinds()
})

const changed = (name: string, changes: object): Map<string, Operation> => {
  const before = operations.get(name) as Operation
  return new Map([...operations, [name, { ...before, contract: { ...before.contract, ...changes } as Operation['contract'] }]])
}

test('every kind of event and unlogged change makes a read stale, or the feed alone shows it', () => {
  expect(checkKinds(operations, [...kinds, ...unloggedChanges], unshown)).toEqual([])
  expect(kinds.length).toBeGreaterThan(150)
})

test('every read of the dashboard says what makes it stale', () => {
  const read = readsOfDashboard(operations)
  expect(checkReads(operations, read, unchanging)).toEqual([])
  expect(read.length).toBeGreaterThan(70)
})

test('a kind that no read names is found, and an excuse that is not needed', () => {
  expect(checkKinds(operations, [...kinds, 'lease.stolen'], unshown)).toEqual(['lease.stolen makes no read stale'])
  const without = new Map([...operations].filter(([, { contract }]) => !contract.stale_after?.includes('import.*')))
  for (const kind of ['import.started', 'import.progressed', 'import.finished'])
    expect(checkKinds(without, kinds, unshown)).toContain(`${kind} makes no read stale`)
  expect(checkKinds(operations, kinds, { ...unshown, 'task.created': '' })).toEqual(['task.created need not be excused'])
})

test('a read of the dashboard that says nothing is found, and an excuse that is not needed', () => {
  const read = readsOfDashboard(operations, [{ file: 'page.tsx', text: "useRead('getPublicNote', { slug }); useList('listTasks', {})" }])
  expect(read).toEqual(['getPublicNote', 'listTasks'])
  expect(checkReads(operations, read, {})).toEqual(['nothing makes getPublicNote stale'])
  expect(checkReads(changed('listTasks', { stale_after: undefined }), ['listTasks'], {})).toEqual(['nothing makes listTasks stale'])
  expect(checkReads(operations, read, { getPublicNote: '', listTasks: '' })).toEqual(['listTasks need not be excused'])
})

test('what is stale after every event is not read again with every tool call', () => {
  const feed = changed('getActivity', { stale_after: ['*'] })
  expect(readsAffected(feed, 'task.created')).toContain('getActivity')
  expect(readsAffected(feed, 'tool_calls.recorded')).toEqual(['getLastCalls', 'getToolTelemetry', 'listAgentsAtWork', 'listSessionCalls'])
})

test('kinds of event are defined where the generator looks for them', () => {
  expect(kindsElsewhere()).toEqual([])
  const text = "import { event, type EventKind } from '../../kernel/events.ts'"
  expect(kindsElsewhere([{ file: 'src/capabilities/work/claim.ts', text }])).toEqual(['src/capabilities/work/claim.ts'])
})

test('generating refuses a pattern that matches no kind, a read that says nothing, and a write that does', () => {
  const render = (some: ReadonlyMap<string, Operation>) => () => renderAffected(some, kinds)
  expect(render(operations)).not.toThrow()
  expect(render(changed('getBoard', { stale_after: ['task.*', 'tusk.*'] }))).toThrow(
    'getBoard is stale after tusk.*, and there is no such kind of event',
  )
  expect(render(changed('getBoard', { stale_after: ['task'] }))).toThrow('getBoard is stale after task, and')
  expect(render(changed('getBoard', { stale_after: undefined }))).toThrow('getBoard is a read and does not say what makes it stale')
  expect(render(changed('createTask', { stale_after: ['task.*'] }))).toThrow('createTask is no read')
})

test('no page polls', () => {
  expect(polling()).toEqual([])
  expect(polling([{ file: 'page.tsx', text: "useRead('getItem', {}, { refetchInterval: 500 })" }])).toEqual(['page.tsx'])
})
