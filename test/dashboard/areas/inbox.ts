import { expect } from 'vitest'
import { startWorker } from '../../harness/worker.ts'
import type { Area } from '../every-page.ts'
import { makeAgent } from './tasks.ts'

export const inbox: Area = async ({ dashboard, mira, jonas, org, slug }) => {
  const worker = await startWorker(dashboard.baton)
  const agent = await makeAgent(dashboard.baton.url, jonas, 'Atlas')
  const make = (title: string, more: object = {}) => jonas.do('POST', '/api/tasks', { project: slug, title, ...more })
  const told = async (count: number) => {
    const read = async () => (await mira.do('GET', '/api/notifications')).items
    await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
    return read()
  }
  const asked = await make('Show contradicting memories on a phone', { description: 'Side by side, or one after the other?' })
  await jonas.do('POST', `/api/tasks/${asked.key}/comments`, { body: '@mira, is side by side enough on a phone?' })
  await agent.call('update_task', { task: asked.key, comment: 'I can stack them below 640 px. @mira, shall I?' })
  await make('Write the release notes', { assignee: 'mira', priority: 'high' })
  await make('Look at the flaky stream test', { assignee: 'mira' })
  const feature = await jonas.do('POST', `/api/projects/${slug}/features`, {
    title: 'Memory review',
    description: 'Nothing is merged silently.',
  })
  const pass = (more: object) => jonas.call('POST', `/api/features/${feature.id}/advance`, more)
  await pass({ evidence: [{ check: 'spec', outcome: 'pass', note: 'Agreed.' }] })
  const memory = (content: string) => jonas.do('POST', '/api/memories', { project: slug, content })
  const [newer, older] = [await memory('Webhooks are retried 8 times over 28 hours.'), await memory('Webhooks are retried 5 times.')]
  await jonas.do('POST', `/api/memories/${newer.id}/flag`, { others: [older.id] })
  const items = await told(4)
  const read = items.find((one: any) => one.kind === 'assignment')
  await mira.do('PATCH', `/api/notifications/${read.id}/read`, {})
  await worker.close()
  const question = items.find((one: any) => one.kind === 'mention')
  return [
    { name: 'inbox', path: `/${org}/inbox`, ready: 'Updates' },
    { name: 'getting-started', path: `/${org}/getting-started`, ready: 'Connect an agent' },
    { name: 'inbox-open', path: `/${org}/inbox?open=${question.id}`, ready: 'Show contradicting memories on a phone' },
    { name: 'inbox-memory', path: `/${org}/inbox?open=memory`, ready: 'may contradict each other' },
    { name: 'inbox-later', path: `/${org}/inbox?box=snoozed`, ready: 'Nothing snoozed' },
    {
      name: 'inbox-snoozing',
      path: `/${org}/inbox?open=${question.id}`,
      ready: 'Show contradicting memories on a phone',
      then: async (page) => {
        await page.getByRole('button', { name: 'Later', exact: true }).click()
        await page.getByText('Tomorrow morning').waitFor()
      },
    },
  ]
}
