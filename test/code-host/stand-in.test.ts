import { App, Octokit } from 'octokit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGitHub, type GitHubStandIn } from './github-stand-in.ts'

// The stand-in must answer as GitHub documents; what Baton's own tests prove against it is worth no more than that.

let github: GitHubStandIn
let app: App
const Client = () => Octokit.defaults({ baseUrl: github.url, throttle: { enabled: false }, retry: { enabled: false } })

beforeAll(async () => {
  github = await startGitHub()
  app = new App({ appId: github.appId, privateKey: github.settings['CODEHOST_PRIVATE_KEY'] as string, Octokit: Client() })
})
afterAll(() => github.close())

const place = (name: string) => ({ owner: 'acme', repo: name })

test('a token nobody issued is refused, and one for a repository opens that one alone', async () => {
  const [one, other] = [await github.addRepository('one'), await github.addRepository('other')]
  await one.push('main', 'First', { 'a.txt': 'a' })
  const unknown = new (Client())({ auth: 'ghs_madeup' })
  await expect(unknown.request('GET /repos/{owner}/{repo}', place('one'))).rejects.toMatchObject({ status: 401 })
  const { token } = (await app.octokit.auth({ type: 'installation', installationId: 100, repositoryIds: [one.id] })) as { token: string }
  const client = new (Client())({ auth: token })
  expect((await client.request('GET /repos/{owner}/{repo}', place('one'))).data.id).toBe(one.id)
  await expect(client.request('GET /repos/{owner}/{repo}', place('other'))).rejects.toMatchObject({ status: 404 })
  expect(other.id).not.toBe(one.id)
  const forged = new App({ appId: github.appId, privateKey: await otherKey(), Octokit: Client() })
  await expect(forged.octokit.request('GET /app')).rejects.toMatchObject({ status: 401 })
})

test('pull requests follow their branch, merges are git’s, and both parents’ files are there', async () => {
  const repository = await github.addRepository('merging')
  await repository.push('main', 'First', { 'a.txt': 'a' })
  const base = (await repository.git.head('main')) as string
  await repository.push('one', 'One', { 'one.txt': '1' }, { from: base })
  await repository.push('two', 'Two', { 'two.txt': '2' }, { from: base })
  const [first, second] = [await repository.openPull('one', 'One'), await repository.openPull('two', 'Two')]
  const pushed = await repository.push('one', 'More', { 'more.txt': 'm' })
  expect(first.headSha).toBe(pushed)
  await repository.merge(first.number)
  await repository.merge(second.number)
  const files = await repository.git.tree((await repository.git.head('main')) as string, true)
  expect(files.map(({ path }) => path)).toEqual(['a.txt', 'more.txt', 'one.txt', 'two.txt'])
  expect(github.deliveries.sent.some(({ payload }) => payload['action'] === 'synchronize')).toBe(true)
})

test('GraphQL refuses a field GitHub does not have', async () => {
  await github.addRepository('asked')
  const client = await app.getInstallationOctokit(100)
  await expect(client.graphql('{ repository(owner: "acme", name: "asked") { favouriteColour } }')).rejects.toThrow(/favouriteColour/)
})

test('a check belongs to the app that made it, and no person’s token makes one', async () => {
  const repository = await github.addRepository('checked')
  const head_sha = await repository.push('main', 'First', { 'a.txt': 'a' })
  github.letSee('ada', 'acme/checked')
  const person = new (Client())({ auth: github.fineGrainedToken('ada', 'acme/checked') })
  const check = { ...place('checked'), name: 'gate', head_sha }
  await expect(person.request('POST /repos/{owner}/{repo}/check-runs', check)).rejects.toMatchObject({ status: 403 })
  const client = await app.getInstallationOctokit(100)
  const made = await client.request('POST /repos/{owner}/{repo}/check-runs', check)
  expect(made.data.app?.id).toBe(github.appId)
})

async function otherKey(): Promise<string> {
  const { generateKeyPairSync } = await import('node:crypto')
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }) as string
}
