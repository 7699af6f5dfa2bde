import { expect } from 'vitest'
import { createJira } from '../../../src/platform/integrations/jira.ts'
import { createLinear } from '../../../src/platform/integrations/linear.ts'
import { ProviderFailure } from '../../../src/platform/integrations/provider-failure.ts'
import { now, type Peer, type World } from './peer.ts'

export const linear: Peer = {
  name: 'Linear',
  fails: (error) => error instanceof ProviderFailure,
  calls({ url, config }: World) {
    const linear = createLinear(config)
    const key = { api_key: 'x' }
    const pageInfo = { hasNextPage: false, endCursor: null }
    const issue = {
      ...{ id: 'i', identifier: 'E-1', title: 'x', description: 'x', url, priority: 2, estimate: 1, dueDate: '2026-11-19' },
      ...{ state: { name: 'x', type: 'started' }, labels: { nodes: [{ name: 'x' }] }, assignee: { email: 'x', name: 'x' }, parent: null },
      ...{ project: { id: 'p' }, inverseRelations: { nodes: [{ type: 'blocks', issue: { id: 'j' } }] } },
      comments: { nodes: [{ id: 'c', body: 'x', url, createdAt: now, user: { name: 'x' } }], pageInfo },
    }
    const project = { id: 'p', name: 'x', description: 'x', url, state: 'started', priority: 1, targetDate: null }
    const team = (lists: object) => () => ({ data: { team: lists } })
    return [
      {
        does: 'tells an account',
        ask: () => linear.test(key),
        says: () => ({ data: { viewer: { name: 'x', email: 'x' }, organization: { name: 'x' } } }),
        gives: { account: 'x', workspace: 'x' },
      },
      {
        does: 'lists teams',
        ask: () => linear.sources(key),
        says: () => ({ data: { teams: { nodes: [{ id: 't', key: 'E', name: 'x' }], pageInfo } } }),
      },
      { does: 'lists projects', ask: () => linear.page(key, 't', null, true), says: team({ projects: { nodes: [project], pageInfo } }) },
      {
        does: 'lists issues',
        ask: () => linear.page(key, 't', 'issues:', true),
        says: team({ issues: { nodes: [issue], pageInfo } }),
        gives: expect.objectContaining({ next: null }),
      },
      { does: 'revokes a token', ask: () => linear.revoke(key), says: () => ({}), gives: true },
    ]
  },
}

export const jira: Peer = {
  name: 'Jira',
  fails: (error) => error instanceof ProviderFailure,
  calls({ url, config }: World) {
    const jira = createJira(config)
    const account = { site: url, email: 'x', api_token: 'x' }
    const paragraph = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] }
    const fields = {
      ...{ summary: 'x', description: paragraph, status: { name: 'x', statusCategory: { key: 'new' } }, priority: { name: 'High' } },
      ...{ labels: ['x'], assignee: { emailAddress: 'x', displayName: 'x' }, parent: { id: '2' }, issuetype: { hierarchyLevel: 0 } },
      ...{ duedate: '2026-11-19', issuelinks: [{ type: { inward: 'is blocked by' }, inwardIssue: { id: '3' } }], sp: 3 },
      comment: { comments: [{ id: '1', body: paragraph, created: now, author: { displayName: 'x' } }], total: 1 },
    }
    return [
      {
        does: 'tells an account',
        ask: () => jira.test(account),
        says: () => ({ emailAddress: 'x' }),
        gives: { account: 'x', workspace: expect.any(String) },
      },
      {
        does: 'lists projects',
        ask: () => jira.sources(account),
        says: () => ({ values: [{ id: '1', key: 'X', name: 'x' }], isLast: true }),
      },
      {
        does: 'lists issues',
        ask: () => jira.page(account, 'WEB', null, true),
        says: (path) => (path.endsWith('/field') ? [{ id: 'sp', name: 'Story points' }] : { issues: [{ id: '1', key: 'X-1', fields }] }),
        gives: expect.objectContaining({ next: null }),
      },
    ]
  },
}
