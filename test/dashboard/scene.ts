import type { Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'

const titles = [
  ['Enrol a passkey from account settings', 'in_progress', 'high'],
  ['Retry outgoing webhooks with backoff', 'in_progress', 'urgent'],
  ['Show contradicting memories side by side', 'in_review', 'medium'],
  ['Compare any two spec versions', 'todo', 'medium'],
  ['Export a project as one JSON file', 'todo', 'low'],
  ['Rotate an API key without downtime', 'backlog', 'none'],
  ['Resume an event stream on another node', 'complete', 'high'],
] as const

/** Two people and a project with some work in it; each area adds what its own pages need. */
export async function makeScene(dashboard: Dashboard): Promise<Scene> {
  const { baton } = dashboard
  const owner = await baton.person('mira')
  const mira = await owner.createOrganization('northwind')
  const other = await baton.person('jonas')
  await owner.do('PATCH', '/api/settings/profile', { name: 'Mira Haddad' })
  await other.do('PATCH', '/api/settings/profile', { name: 'Jonas Weber' })
  await mira.do('PATCH', '/api/organization', { name: 'Northwind' })
  await mira.do('POST', '/api/organization/members', { user: other.user.handle, role: 'member' })
  const jonas = other.in(String(mira.organization))
  await mira.do('POST', '/api/projects', { name: 'Platform', slug: 'platform', key: 'BAT', description: 'The server and its doors.' })
  for (const [title, status, priority] of titles) {
    await mira.do('POST', '/api/tasks', {
      project: 'platform',
      title,
      status,
      priority,
      labels: ['api'],
      description: 'What it is for, and when it is done.',
    })
  }
  return { dashboard, mira, jonas, org: 'northwind', slug: 'platform' }
}
