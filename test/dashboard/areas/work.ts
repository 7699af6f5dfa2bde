import { overStreamable } from '../../mcp/at.ts'
import type { Area, PageCase, Scene } from '../every-page.ts'

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const smaller = {
  backlog: ['Send a test from the list', 'Group deliveries by endpoint', 'Offer a second secret while one is replaced'],
  todo: ['Say why a call was refused', 'Count attempts by day', 'Close idle connections after a minute'],
  complete: ['Keep answers for thirty days', 'Refuse private addresses', 'Cut long bodies'],
  cancelled: ['Deliver over plain HTTP', 'Retry for ever', 'One queue for all endpoints'],
}

/** A project in progress: two epics, people and agents with tasks, some held, some late, one blocked. */
async function fill({ mira, jonas, dashboard }: Scene): Promise<void> {
  await mira.do('POST', '/api/projects', {
    name: 'Webhooks',
    slug: 'webhooks',
    key: 'WEB',
    description: 'Outgoing webhooks that people can rely on.',
  })
  await mira.do('POST', '/api/projects', { name: 'Secret plans', slug: 'secret', key: 'SEC', visibility: 'private' })
  await mira.do('POST', '/api/projects', { name: 'Empty', slug: 'empty', key: 'EMP' })
  await mira.do('POST', '/api/projects', { name: 'Old site', slug: 'old', key: 'OLD' })
  await mira.do('POST', '/api/projects/old/archive')
  await mira.do('POST', '/api/projects/platform/share')
  const agents = []
  for (const name of ['Nova', 'Kite', 'Atlas']) agents.push(await mira.do('POST', '/api/agents', { name, role: 'engineer' }))
  const epics = '/api/projects/webhooks/epics'
  const epic = await mira.do('POST', epics, { title: 'Reliable delivery', status: 'in_progress' })
  await mira.do('POST', epics, { title: 'Tell people what failed' })
  const story = await mira.do('POST', `${epics}/${epic.key}/stories`, { title: 'A receiver that is down gets everything later' })
  const milestone = await mira.do('POST', '/api/projects/webhooks/milestones', { name: 'First public release', target_on: inDays(14) })
  const make = (title: string, more: object) => mira.do('POST', '/api/tasks', { project: 'webhooks', title, ...more })
  const retry = await make('Retry with backoff and jitter', {
    story: story.key,
    status: 'in_progress',
    priority: 'urgent',
    labels: ['delivery', 'api'],
    start_on: inDays(-2),
    due_on: inDays(3),
    milestone: milestone.id,
    assignee_agent: agents[0].slug,
  })
  await make('Keep the original order on replay', {
    story: story.key,
    status: 'todo',
    priority: 'high',
    labels: ['delivery'],
    blocked_by: [retry.key],
    start_on: inDays(2),
    due_on: inDays(12),
    milestone: milestone.id,
  })
  await make('Sign every attempt anew', { story: story.key, status: 'complete', labels: ['security'], due_on: inDays(-4) })
  await make('Switch an endpoint off after 410', {
    epic: epic.key,
    status: 'in_review',
    priority: 'medium',
    assignee: jonas.user.handle,
    labels: ['api', 'ui'],
    due_on: inDays(1),
  })
  await make('Mail a digest of failures', { status: 'backlog', priority: 'low', labels: ['mail'], due_on: inDays(25) })
  await make('Show the last deliveries of an endpoint', {
    status: 'todo',
    priority: 'medium',
    assignee: mira.user.handle,
    labels: ['ui', 'api', 'delivery'],
    due_on: inDays(-2),
  })
  await make('Limit the size of a payload', { status: 'backlog' })
  await make('Write down what a receiver must do', { status: 'todo', labels: ['docs'], assignee_agent: agents[2].slug })
  for (const [status, titles] of Object.entries(smaller))
    for (const [place, title] of titles.entries()) await make(title, { status, priority: place === 0 ? 'low' : 'none' })
  // An agent at work, using its own token: the card is live.
  const { token } = await mira.mcpToken('nova')
  const nova = await overStreamable({ url: dashboard.baton.url, token, name: 'nova' })
  await nova.callTool({ name: 'claim_task', arguments: { task: retry.key, minutes: 120 } })
  await nova.close()
  await mira.do('POST', '/api/views', {
    name: 'Ready for an agent',
    shared: true,
    layout: 'list',
    filters: { project: 'webhooks', ready: true },
  })
}

export const work: Area = async (scene) => {
  await fill(scene)
  const place = `/${scene.org}/p/webhooks`
  const board = 'Retry with backoff and jitter'
  const cases: PageCase[] = [
    { name: 'board', path: `${place}/board`, ready: board },
    { name: 'board-by-assignee', path: `${place}/board?group=assignee`, ready: board },
    { name: 'board-by-label', path: `${place}/board?group=label`, ready: board },
    { name: 'labels', path: `${place}/settings/labels`, ready: 'delivery' },
    { name: 'project-import', path: `${place}/settings/import`, ready: 'Import a file' },
    { name: 'board-by-priority', path: `${place}/board?group=priority&hide=none&fold=low`, ready: board },
    { name: 'board-filtered', path: `${place}/board?status=todo,in_progress&label=delivery&text=re`, ready: 'Contains “re”' },
    {
      name: 'board-filter-menu',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('button', { name: 'Filter', exact: true }).click()
        await page.getByRole('option', { name: 'Ready to start' }).waitFor()
      },
    },
    {
      name: 'board-display-menu',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('button', { name: 'Display', exact: true }).click()
        await page.getByRole('option', { name: 'Group by priority' }).waitFor()
      },
    },
    {
      name: 'board-selected',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('link', { name: /Keep the original order/ }).focus()
        await page.keyboard.press('x')
        await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor()
      },
    },
    {
      name: 'board-status-picker',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('link', { name: /Keep the original order/ }).focus()
        await page.keyboard.press('s')
        await page.getByRole('option', { name: 'In review' }).waitFor()
      },
    },
    {
      name: 'board-menu',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('link', { name: /Send a test from the list/ }).focus()
        await page
          .getByRole('button', { name: /^Actions for WEB-/ })
          .nth(1)
          .click({ force: true })
        await page.getByRole('menuitem', { name: /Move to…/ }).waitFor()
      },
    },
    {
      name: 'new-task',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('button', { name: 'New task in Todo' }).click()
        await page.getByLabel('Title').fill('Replay from the list of deliveries')
      },
    },
    {
      name: 'due-date',
      path: `${place}/board`,
      ready: board,
      then: async (page) => {
        await page.getByRole('link', { name: /Keep the original order/ }).focus()
        await page.keyboard.press('d')
        await page.getByRole('button', { name: 'Tomorrow' }).waitFor()
      },
    },
    { name: 'board-empty', path: `/${scene.org}/p/empty/board`, ready: 'No tasks yet' },
    { name: 'board-missing', path: `/${scene.org}/p/nothing-here/board`, ready: 'Not found', refused: true },
    { name: 'list', path: `${place}/list`, ready: board },
    { name: 'list-no-match', path: `${place}/list?text=zzzz`, ready: 'No matching tasks' },
    {
      name: 'list-rename',
      path: `${place}/list?sort=priority`,
      ready: board,
      then: async (page) => {
        await page.getByRole('link', { name: /Keep the original order/ }).focus()
        await page.keyboard.press('r')
        await page.getByRole('textbox', { name: /^Title of/ }).waitFor()
      },
    },
    {
      name: 'save-view',
      path: `${place}/list?ready=true`,
      ready: 'Ready to start',
      then: async (page) => {
        await page.getByRole('button', { name: 'Save view' }).click()
        await page.getByLabel('Name').fill('What an agent may take')
      },
    },
    { name: 'timeline', path: `${place}/timeline`, ready: 'Unscheduled' },
    { name: 'timeline-quarter', path: `${place}/timeline?zoom=quarter`, ready: 'Unscheduled' },
    { name: 'milestones', path: `${place}/milestones`, ready: 'First public release' },
    { name: 'milestones-empty', path: `/${scene.org}/p/empty/milestones`, ready: 'No milestones yet' },
    {
      name: 'milestone-new',
      path: `${place}/milestones`,
      ready: 'First public release',
      then: async (page) => {
        await page.getByRole('button', { name: 'New milestone' }).click()
        await page.getByLabel('Name').fill('General availability')
      },
    },
    { name: 'tree', path: `${place}/tree`, ready: 'A receiver that is down' },
    {
      name: 'tree-new-story',
      path: `${place}/tree`,
      ready: 'A receiver that is down',
      then: async (page) => {
        await page.getByRole('treeitem', { name: /Reliable delivery/ }).focus()
        await page.keyboard.press('+')
        await page.getByRole('textbox', { name: /^New story in/ }).waitFor()
      },
    },
    { name: 'tree-empty', path: `/${scene.org}/p/empty/tree`, ready: 'No epics yet' },
    { name: 'projects', path: `/${scene.org}/projects`, ready: 'Secret plans' },
    { name: 'projects-archived', path: `/${scene.org}/projects?archived=true`, ready: 'Old site' },
    {
      name: 'project-new',
      path: `/${scene.org}/projects?create=true`,
      ready: 'Projects hold tasks',
      then: (page) => page.getByLabel('Name').fill('Mobile app'),
    },
    { name: 'project-settings', path: `/${scene.org}/projects?settings=secret`, ready: 'Add member' },
  ]
  return cases
}
