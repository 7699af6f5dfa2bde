import { expect } from 'vitest'
import { HostFailure } from '../../../src/platform/code-host/code-host.ts'
import { createCodeHost } from '../../../src/platform/code-host/github.ts'
import { now, type Peer, type World } from './peer.ts'

const sha = 'a'.repeat(40)

export const codeHost: Peer = {
  name: 'a code host',
  fails: (error) => error instanceof HostFailure,
  async calls({ url, config }: World) {
    const host = createCodeHost(config)
    const session = await host.open({ kind: 'token', token: 'x' })
    const commit = { oid: sha, messageHeadline: 'x', message: 'x', author: { name: 'x', user: null }, committedDate: now, url }
    const pull = {
      ...{
        number: 1,
        title: 'x',
        state: 'OPEN',
        isDraft: false,
        author: { login: 'x' },
        headRefName: 'x',
        headRefOid: sha,
        baseRefName: 'x',
      },
      ...{ reviewDecision: null, url, createdAt: now, updatedAt: now, mergedAt: null, commits: { nodes: [] } },
    }
    const pageInfo = { hasNextPage: false, endCursor: null }
    const repository = {
      ...{
        databaseId: 1,
        nameWithOwner: 'o/r',
        url,
        isPrivate: true,
        defaultBranchRef: { name: 'main', target: { oid: sha } },
      },
      refs: { pageInfo, nodes: [{ name: 'main', refUpdateRule: null, target: { oid: sha, committedDate: now } }] },
      ...{ open: { pageInfo, nodes: [pull] }, closed: { pageInfo, nodes: [] } },
    }
    const restPull = {
      ...{
        number: 1,
        title: 'x',
        draft: false,
        user: { login: 'x' },
        head: { ref: 'x', sha },
        base: { ref: 'main' },
        html_url: url,
      },
      ...{ created_at: now, updated_at: now, merged_at: null },
    }
    const issue = { number: 1, title: 'x', body: 'x', state: 'open', html_url: url, user: { login: 'x' }, updated_at: now }
    const comment = { id: 1, body: 'x', html_url: url, issue_url: `${url}/1`, user: null, updated_at: now }
    const listed = { id: 1, full_name: 'o/r', html_url: url, default_branch: 'main', private: false }
    const always = (value: unknown) => () => value
    const read = { does: 'tells the state', ask: () => session.state('o/r', null), says: always({ data: { repository } }) }
    return [
      { ...read, gives: expect.objectContaining({ name: 'o/r', head_sha: sha }) },
      {
        does: 'tells commits',
        ask: () => session.commits('o/r', [sha], []),
        says: always({ data: { repository: { h0: { history: { nodes: [commit] } } } } }),
      },
      {
        does: 'tells blob ids',
        ask: () => session.blobIds('o/r', [{ sha, path: 'x' }]),
        says: always({ data: { repository: { e0: { oid: sha } } } }),
      },
      {
        does: 'lists files',
        ask: () => session.tree('o/r', sha),
        says: always({ truncated: false, tree: [{ type: 'blob', path: 'x', sha, size: 1, mode: '100644' }] }),
      },
      {
        does: 'gives a file',
        ask: () => session.blob('o/r', sha),
        says: always({ content: 'eA==', encoding: 'base64' }),
        gives: Buffer.from('x'),
      },
      {
        does: 'commits a file',
        ask: () => session.commitFile('o/r', { branch: 'b', base: 'main', path: 'x', content: 'x', message: 'x' }),
        says: always({ sha, object: { sha } }),
      },
      {
        does: 'opens a pull request',
        ask: () => session.createPull('o/r', { title: 'x', body: 'x', head: 'x', base: 'main', draft: false, reviewers: ['x'] }),
        says: always(restPull),
      },
      {
        does: 'tells changed paths',
        ask: () => session.changedPaths('o/r', 'a', 'b'),
        says: always({ files: [{ filename: 'x' }] }),
        gives: ['x'],
      },
      { does: 'lists issues', ask: () => session.issues('o/r', null), says: always([issue]) },
      { does: 'lists comments', ask: () => session.issueComments('o/r', now), says: always([comment]) },
      { does: 'creates an issue', ask: () => session.createIssue('o/r', 'x', 'x'), says: always(issue) },
      { does: 'lists comments of an issue', ask: () => session.commentsOf('o/r', 1, now), says: always([comment]) },
      { does: 'tells the head of a branch', ask: () => session.branchHead('o/r', 'x'), says: always({ object: { sha } }), gives: sha },
      { does: 'tells parents', ask: () => session.parents('o/r', sha), says: always({ parents: [{ sha }] }), gives: [sha] },
      {
        does: 'takes a status',
        ask: () => session.postCheck('o/r', sha, null, 'x', { title: 'x', summary: 'x', isGreen: true, url }),
        says: always({}),
      },
      { does: 'gives a token', ask: () => host.userToken('code', 'v'), says: always({ access_token: 'x' }), gives: 'x' },
      {
        does: 'tells what a token may read',
        ask: () => host.grantsOfToken('x'),
        says: (path) => (path.startsWith('/user/repos') ? [listed] : { login: 'x' }),
      },
      {
        does: 'tells what a login may read',
        ask: () => host.grantsOfLogin('x'),
        says: (path) =>
          path.includes('/repositories')
            ? { total_count: 1, repositories: [listed] }
            : { total_count: 1, installations: [{ id: 1, account: { login: 'x' } }] },
      },
    ]
  },
}
