import { embedAll, runJob } from '../../memory/worker-runs.ts'
import type { Area } from '../every-page.ts'

const entries: [content: string, tags: string[]][] = [
  ['Outgoing webhook deliveries retry 8 times over 28 hours. The delay doubles from 30 seconds with 20 % jitter.', ['deliveries']],
  ['Outgoing webhook deliveries retry 5 times over 28 hours. The delay doubles from 30 seconds with 20 % jitter.', ['deliveries']],
  ['Receivers that answer 429 send Retry-After; honour it when it is longer than our own delay.', ['deliveries']],
  ['A webhook signature covers id, timestamp and body. Sign again for every attempt, keep the id.', ['deliveries']],
  ['Deliveries to private addresses are refused before the first attempt, not retried.', ['deliveries']],
  ['A passkey can be enrolled only by somebody who logged in less than ten minutes ago.', ['sign-in']],
  ['Login codes are six digits, work once and for ten minutes.', ['sign-in']],
  ['A refresh token that is used twice ends the whole login session.', ['sign-in']],
  ['The event stream resumes from a sequence number; an older one is told to read everything again.', ['streams']],
  ['Slow readers of a stream are closed after a minute with a full buffer.', ['streams']],
  ['WebSocket tickets live for thirty seconds and work once.', ['streams']],
  ['Tests start a database of their own and never share rows.', ['testing']],
  ['Migrations run while the previous version serves.', ['testing']],
]

export const memory: Area = async (scene) => {
  const { mira, org, slug } = scene
  const ids: string[] = []
  for (const [content, tags] of entries) {
    const sources = [{ kind: 'decision', ref: 'BAT-D1' }]
    const { id } = await mira.do('POST', '/api/memories', { project: slug, content, tags, sources, pinned: ids.length === 0 })
    ids.push(id)
  }
  const better = { content: 'Login codes are six digits, work once and for five minutes.', tags: ['sign-in'] }
  const { id: replaced } = await mira.do('POST', `/api/memories/${ids[6]}/supersede`, better)
  await mira.do('POST', `/api/memories/${ids[0]}/flag`, { others: [ids[1]], kind: 'contradiction' })
  await mira.do('DELETE', `/api/memories/${ids[11]}`)
  const { id: own } = await mira.do('POST', '/api/agents', { name: 'Orla', role: 'writer' })
  await mira.do('POST', '/api/memories', { agent: own, content: 'Mira likes short commit messages.' })
  await mira.do('POST', '/api/memories/clear', { agent: own })
  await mira.do('POST', '/api/memories', { agent: own, content: 'Mira reads the summary first.' })
  await embedAll(scene.dashboard.baton, String(mira.organization))
  while ((await runJob(scene.dashboard.baton, 'placeMemories', String(mira.organization))).scopes > 0);
  const at = (path: string) => `/${org}/${path}`
  return [
    { name: 'memory', path: at(`p/${slug}/memory`), ready: 'possible contradiction' },
    { name: 'memory-search', path: at(`p/${slug}/memory?q=webhook+retry`), ready: 'Retry-After' },
    { name: 'memory-selected', path: at(`p/${slug}/memory?q=webhook+retry&memory=${ids[0]}`), ready: 'Source' },
    { name: 'memory-replaced', path: at(`p/${slug}/memory?memory=${replaced}`), ready: 'Replaced memories' },
    { name: 'memory-history', path: at(`p/${slug}/memory?state=superseded`), ready: 'for ten minutes' },
    { name: 'memory-deleted', path: at(`p/${slug}/memory?state=deleted&memory=${ids[11]}`), ready: 'Restore' },
    { name: 'memory-everywhere', path: at('memory?scope=agent'), ready: 'Mira reads the summary first.' },
    {
      name: 'memory-new',
      path: at(`p/${slug}/memory`),
      ready: 'Slow readers',
      then: async (page) => {
        await page.getByRole('button', { name: 'New memory' }).click()
        await page.getByRole('dialog').getByLabel('Memory').waitFor()
      },
    },
    {
      name: 'memory-clearings',
      path: at('memory'),
      ready: 'Slow readers',
      then: async (page) => {
        await page.getByRole('button', { name: 'Memory options' }).click()
        await page.getByRole('menuitem', { name: 'Recent clearings' }).click()
        await page.getByRole('button', { name: 'Restore' }).first().waitFor()
      },
    },
    {
      name: 'memory-clear',
      path: at(`p/${slug}/memory`),
      ready: 'Slow readers',
      then: async (page) => {
        await page.getByRole('button', { name: 'Memory options' }).click()
        await page.getByRole('menuitem', { name: 'Clear all…' }).click()
        await page.getByText('will be cleared').waitFor()
      },
    },
    { name: 'search', path: at('search'), ready: 'Recent' },
    { name: 'search-found', path: at('search?q=webhook'), ready: 'Everything' },
    { name: 'search-kind', path: at('search?q=webhook&kind=memory'), ready: 'signature covers id' },
    { name: 'search-unsure', path: at('search?q=zebra+quartz'), ready: 'these come closest' },
    { name: 'search-nothing', path: at('search?q=%22%5C%22zebra+quartz%5C%22%22'), ready: 'Nothing matches' },
  ]
}
