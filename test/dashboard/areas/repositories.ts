import { storeRepository, type StoredFile } from '../../assistant/stored-repository.ts'
import type { Area, Scene } from '../every-page.ts'

const head = (digit: string) => digit.repeat(40)
const file = (path: string, skipped?: StoredFile['skipped']): StoredFile => ({
  path,
  blob_sha: head('b'),
  content: skipped ? null : 'export const answer = 42\n',
  ...(skipped && { skipped }),
})

/** An active repository: pull requests in every state, with checks, tasks and a feature that waits for Mira. */
async function makeCode({ mira, jonas, slug, dashboard: { baton } }: Scene): Promise<string> {
  const files = [file('src/main.ts'), file('logo.png', 'binary'), file('dist/main.js', 'generated')]
  const id = await storeRepository(baton, mira, slug, head('a'), files, 'acme/web')
  const org = mira.organization
  const at = [org, id]
  await baton.look("update repositories set synced_at = now() - interval '2 minutes' where org_id = $1 and id = $2", at)
  await baton.look(
    `insert into repository_branches (org_id, repository_id, name, sha, committed_at, protected) values
      ($1, $2, 'main', $3, now() - interval '1 day', true), ($1, $2, 'BAT-1-enrol-a-passkey', $4, now() - interval '1 hour', false),
      ($1, $2, 'BAT-2-retry-outgoing-webhooks-with-a-longer-name-than-a-phone-is-wide', $5, now(), false)`,
    [...at, head('a'), head('1'), head('2')],
  )
  await baton.look(
    `insert into pull_requests (org_id, repository_id, number, title, state, draft, author, head_ref, head_sha, base_ref, review_decision, url,
        created_at, updated_at, merged_at)
      select $1, $2, v.number, v.title, v.state, v.draft, v.author, v.ref, v.sha, 'main', v.review, 'https://example.com/acme/web/pull/' || v.number,
        now(), now() - v.number * interval '1 minute', case v.state when 'merged' then now() end
      from (values (1, 'BAT-1: Enrol a passkey', 'open', false, 'ada', 'BAT-1-enrol-a-passkey', $3, 'approved'),
        (2, 'BAT-2: Retry outgoing webhooks with backoff, and give up in the end', 'open', true, 'bob', 'BAT-2-retry', $4, 'changes_requested'),
        (3, 'Update dependencies', 'open', false, 'eve', 'deps', $5, null), (4, 'Resume streams', 'merged', false, 'ada', 'resume', $6, 'approved'))
        v (number, title, state, draft, author, ref, sha, review)`,
    [...at, head('1'), head('2'), head('3'), head('4')],
  )
  await baton.look(
    `insert into repository_checks (org_id, repository_id, host_id, head_sha, name, app_id, status, conclusion) values
      ($1, $2, 1, $3, 'tests', 15368, 'completed', 'success'), ($1, $2, 2, $4, 'tests', 15368, 'completed', 'failure'),
      ($1, $2, 3, $5, 'tests', 15368, 'completed', 'success'), ($1, $2, 4, $5, 'e2e', 15368, 'in_progress', null),
      ($1, $2, 5, $3, 'Baton: gates', 1, 'completed', 'action_required')`,
    [...at, head('1'), head('2'), head('3')],
  )
  await baton.look(
    `insert into repository_commits (org_id, repository_id, sha, subject, author, committed_at, url, keys)
      values ($1, $2, $3, 'BAT-1 Ask the browser for a passkey', 'ada', now(), 'https://example.com/acme/web/commit/1', '{BAT-1}')`,
    [...at, head('1')],
  )
  await baton.look(
    `insert into code_links (org_id, repository_id, item_id, kind, ref)
      select $1, $2, w.id, v.kind, v.ref from (values ('BAT-1', 'pull_request', '1'), ('BAT-2', 'pull_request', '2'),
        ('BAT-1', 'branch', 'BAT-1-enrol-a-passkey'), ('BAT-1', 'commit', $3)) v (key, kind, ref)
      join work_items w on w.org_id = $1 and w.key = v.key`,
    [...at, head('1')],
  )
  await mira.do('POST', '/api/workflows', {
    name: 'One look',
    slug: 'one-look',
    gates: [{ key: 'ship', name: 'Ship', kind: 'approval', roles: ['owner', 'admin'] }],
  })
  const feature = await jonas.do('POST', `/api/projects/${slug}/features`, { title: 'Passkeys', workflow: 'one-look', tasks: ['BAT-1'] })
  await jonas.do('POST', `/api/features/${feature.id}/commits`, { commit: head('1') })
  return id
}

export const repositories: Area = async (scene) => {
  const { mira, org, slug, dashboard } = scene
  const { baton } = dashboard
  const id = await makeCode(scene)
  const broken = await storeRepository(baton, mira, slug, head('c'), [], 'acme/broken')
  const error = 'GitHub no longer lets us read this repository. Grant access again and connect it anew.'
  await baton.look("update repositories set status = 'failed', error = $2 where id = $1", [broken, error])
  await baton.look("update auth.accounts set role = 'admin' where user_id = $1", [mira.user.id])
  const at = `/${org}/repos`
  return [
    { name: 'repositories', path: at, ready: 'acme/web' },
    { name: 'repositories-of-project', path: `/${org}/p/${slug}/repos`, ready: 'acme/web' },
    { name: 'repositories-connect', path: `${at}?connect=true`, ready: 'Issues are ignored' },
    {
      name: 'repositories-token',
      path: at,
      ready: 'GitHub access',
      then: async (page) => {
        await page.getByRole('button', { name: 'Add token' }).click()
        await page.getByLabel('Token', { exact: true }).fill('ghp_classic')
        await page.getByText('Classic tokens give too much access').waitFor()
      },
    },
    {
      name: 'repositories-disconnect',
      path: at,
      ready: 'acme/web',
      then: async (page) => {
        await page.getByRole('button', { name: 'More about acme/web' }).click()
        await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
        await page.getByText('Nothing changes on GitHub').waitFor()
      },
    },
    { name: 'repositories-none', path: `/${mira.user.handle}/repos`, ready: 'Connect your code' },
    { name: 'repository', path: `${at}/${id}`, ready: 'BAT-1-enrol-a-passkey' },
    { name: 'repository-failed', path: `${at}/${broken}`, ready: 'The last sync failed' },
    { name: 'repository-pulls', path: `${at}/${id}/pulls`, ready: 'Update dependencies' },
    { name: 'repository-settings', path: `${at}/${id}/settings`, ready: 'How GitHub issues are handled' },
    { name: 'pulls', path: `/${org}/pulls`, ready: 'Needs you' },
    { name: 'pulls-merged', path: `/${org}/pulls?view=merged`, ready: 'Resume streams' },
    {
      name: 'pulls-new',
      path: `/${org}/pulls?repo=${id}`,
      ready: 'Update dependencies',
      then: async (page) => {
        await page.getByRole('button', { name: 'New pull request' }).click()
        await page.getByLabel('Branch', { exact: true }).waitFor()
      },
    },
    { name: 'task-code', path: `/${org}/t/BAT-1`, ready: 'Ask the browser for a passkey' },
    { name: 'settings-github', path: `/${org}/admin/github`, ready: 'GitHub App not configured' },
    { name: 'settings-github-code', path: `/${org}/admin/github?code=abc&state=other`, ready: 'This code wasn’t requested here' },
    { name: 'github-app', path: '/pages/github-app', ready: 'Continue to github.com', anonymous: true },
    { name: 'host-login-refused', path: '/repositories/github?error=access_denied&state=x', ready: 'No access granted' },
  ]
}
