import type { CDPSession, Page } from 'playwright-core'
import type { Baton } from '../harness/baton.ts'
import { startDashboard } from '../dashboard/dashboard.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  tasks: number
  agents: number
  active: number
  /** How long the wall of agents is observed. */
  seconds: number
  /** Milliseconds until the first card; null: only reported. */
  maxFirstCard: number | null
}

const maxRequests = 20
const maxBytes = 1_000_000
const maxWallBytes = 200_000

/** Counts requests and bytes since the last reset, compressed as transferred; for the page's own files, only the bytes. */
async function meter(devtools: CDPSession) {
  const count = { requests: 0, bytes: 0 }
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (new URL(request.url).pathname.startsWith('/api/')) count.requests++
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (count.bytes += encodedDataLength))
  devtools.on('Network.webSocketFrameReceived', ({ response }) => void (count.bytes += response.payloadData.length))
  return count
}

/** Waits until the page has asked for nothing more in a while, so that what is counted next is not the end of what was before. */
async function settled(page: Page, count: { requests: number }): Promise<void> {
  for (let before = -1; before !== count.requests;) {
    before = count.requests
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1500)
  }
}

/** The conditions on the figures; the tests show that each can fail. */
export const judge = <Measured extends Figures>(figures: Measured, maxFirstCard: number | null): Measured =>
  claimed<Figures>(figures, {
    most: { board_requests: maxRequests, board_bytes: maxBytes, wall_bytes_a_minute: maxWallBytes, first_card_ms: maxFirstCard },
  }) as Measured

/** A large board and a wall of many agents in real Chromium: how much is read, and how soon something is visible. */
export const proof = {
  name: 'dashboard-data',
  claim:
    'the dashboard reads little: a board of 20,000 tasks opens in a second within 1 MB, the wall of 200 agents takes less than 200 kB a minute',
  timed: true,
  short: { tasks: 2000, agents: 20, active: 4, seconds: 5, maxFirstCard: null } as Size,
  full: { tasks: 20_000, agents: 200, active: 40, seconds: 60, maxFirstCard: 1000 } as Size,
  async run({ servers }: Baton, { tasks, agents, active, seconds, maxFirstCard }: Size): Promise<Record<string, number>> {
    const dashboard = await startDashboard({}, servers)
    try {
      const { baton } = dashboard
      const mira = await (await baton.person('mira')).createOrganization('northwind')
      await mira.do('POST', '/api/projects', { slug: 'big', name: 'Big', key: 'BIG' })
      await mira.do('POST', '/api/tasks', { project: 'big', title: 'The first of many' })
      await baton.look(
        `insert into work_items (org_id, id, project_id, kind, number, key, title, status, priority, labels, rank, created_by, created_at, updated_at)
         select w.org_id, gen_random_uuid(), w.project_id, 'task', 1 + n, 'BIG-' || (1 + n), 'Task ' || n || ': ' || md5(n::text),
           (array['backlog', 'todo', 'in_progress', 'in_review', 'complete'])[1 + n % 5], (array['low', 'urgent'])[1 + n % 2], array['api'],
           lpad((1 + n)::text, 10, '0'), w.created_by, now(), now() from work_items w, generate_series(1, $1::int - 1) n where w.key = 'BIG-1'`,
        [tasks],
      )
      const page = await dashboard.open(mira, '/auth/login')
      const devtools = await page.context().newCDPSession(page)
      const count = await meter(devtools)
      await settled(page, count)
      await devtools.send('Network.clearBrowserCache')
      Object.assign(count, { requests: 0, bytes: 0 })
      const began = performance.now()
      await page.goto('/northwind/p/big/board')
      await page.locator('[data-task]').first().waitFor()
      const firstCard = Math.round(performance.now() - began)
      await page.getByText(`${tasks.toLocaleString('en-US')} tasks`, { exact: true }).waitFor()
      await settled(page, count)
      const board = { ...count }

      for (let at = 0; at < agents; at++) await mira.do('POST', '/api/agents', { slug: `agent-${at}`, name: `Agent ${at}` })
      const ids = (await baton.look<{ id: string; org_id: string }>('select id, org_id from agents order by id')).slice(0, active)
      const org = ids[0]?.org_id ?? ''
      await page.goto('/northwind/agents/live')
      await page.getByRole('row').nth(1).waitFor()
      await settled(page, count)
      Object.assign(count, { requests: 0, bytes: 0 })
      const { kernel } = baton.node.assembly
      for (let second = 0; second < seconds; second++) {
        const at = new Date().toISOString()
        // Each active agent calls every five seconds.
        const calls = ids
          .filter((_, place) => place % 5 === second % 5)
          .map(({ id }) => ({ agent_id: id, project_id: null, owner_id: mira.user.id, tool: 'get_task', ok: true, at, calls: 1 }))
        if (calls.length > 0) kernel.hint(org, 'tool_calls.recorded', calls)
        await page.waitForTimeout(1000)
      }
      const figures = {
        tasks,
        board_requests: board.requests,
        board_bytes: board.bytes,
        first_card_ms: firstCard,
        agents,
        wall_bytes_a_minute: Math.round((count.bytes / seconds) * 60),
      }
      return judge(figures, maxFirstCard)
    } finally {
      await dashboard.close()
    }
  },
}
