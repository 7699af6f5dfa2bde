import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGitHub, type GitHubStandIn } from '../code-host/github-stand-in.ts'
import type { HostRepository } from '../code-host/host-repository.ts'
import type { Person } from '../harness/person.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let github: GitHubStandIn
let dashboard: Dashboard
let ann: Person
beforeAll(async () => {
  github = await startGitHub()
  dashboard = await startDashboard({ ...github.settings, EMBEDDINGS: 'off' })
  github.deliveries.target = `${dashboard.baton.url}/api/repos/github/webhook`
  ann = await (await dashboard.baton.person('ann')).createOrganization('harbour')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'Pay by card' })
})
afterAll(async () => {
  await github.deliveries.settled()
  await dashboard?.close()
  await github.close()
})

async function addRepository(name: string): Promise<HostRepository> {
  const repository = await github.addRepository(name)
  await repository.push('main', 'First', { 'README.md': '# Hello', 'src/pay.ts': 'export const pay = 1\n' })
  const sha = await repository.push('WEB-1-cards', 'WEB-1 Ask for the card', { 'src/card.ts': 'export {}\n' }, { from: 'main' })
  await repository.openPull('WEB-1-cards', 'WEB-1: Cards', { author: 'bob' })
  repository.runWorkflow(sha, '.github/workflows/ci.yml', { tests: 'success' }, { branch: 'WEB-1-cards' })
  return repository
}

test(
  'a token is given, a repository connected and synced, and its branches, pull requests and a task’s commits are there',
  { timeout: 120_000 },
  async () => {
    const { name } = await addRepository('shop')
    const token = github.fineGrainedToken('bob', name)
    const page = await dashboard.open(ann, '/harbour/inbox')
    await page.getByRole('link', { name: 'Repositories' }).click()
    await page.getByText('Connect your code').waitFor()
    await page.getByRole('button', { name: 'Add token' }).click()
    await page.getByLabel('Token', { exact: true }).fill(token)
    await page.getByRole('button', { name: 'Add token' }).click()

    const dialog = page.getByRole('dialog', { name: 'Connect repository' })
    await dialog.getByRole('button', { name: 'Repository', exact: true }).click()
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: 'Connect repository' }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: /^Sync/ }).click()
    await page.getByRole('list', { name: 'Branches' }).getByText('WEB-1-cards').waitFor()
    await page.getByRole('list', { name: 'Branches' }).getByRole('link', { name: 'WEB-1', exact: true }).waitFor()
    await page.getByText('Synced', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(token)

    await page.getByRole('link', { name: 'Pull requests' }).first().click()
    await page.waitForURL('**/harbour/pulls')
    const row = page.getByRole('row', { name: /WEB-1: Cards/ })
    await row.getByText('1 passed').waitFor()
    await row.getByRole('link', { name: 'WEB-1', exact: true }).click()
    await page.getByRole('list', { name: 'Pull requests, branches and commits' }).getByText('WEB-1 Ask for the card').waitFor()

    await page.goto('/repositories')
    await page.waitForURL('**/harbour/repos')
    await page.getByRole('button', { name: `More about ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByText('No repositories connected').waitFor()
    await page.getByRole('button', { name: 'Revoke access to bob' }).click()
    await page.getByRole('button', { name: 'Revoke access', exact: true }).click()
    await page.getByText('Connect your code').waitFor()
    await page.context().close()
  },
)

test('a person goes to GitHub, comes back with a code, and can connect what their own login lists', { timeout: 120_000 }, async () => {
  const { name } = await addRepository('quay')
  github.letSee('ada', name)
  const page = await dashboard.open(ann, '/harbour/repos')
  // Stands in for GitHub's consent page.
  await page.route(`${github.url}/login/**`, async (route) => {
    const { code, state } = await github.agree('ada', route.request().url())
    const back = `${dashboard.origin}/repositories/github?code=${code}&state=${state}`
    await route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${JSON.stringify(back)})</script>` })
  })
  await page.getByRole('button', { name: 'Grant access with GitHub' }).click()
  await page.waitForURL('**/harbour/repos?connect=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Repository', exact: true }).click()
  await page.getByRole('option', { name }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'GitHub access' }).getByText('GitHub App').waitFor()
  // The same callback URL with another code is not a second login.
  await page.goto('/repositories/github?code=again&state=again')
  await page.getByText('No access granted').waitFor()
  await page.context().close()
})
