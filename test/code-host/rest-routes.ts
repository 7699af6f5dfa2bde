import { randomUUID } from 'node:crypto'
import type { HostRepository } from './host-repository.ts'
import type { Asked, Answer } from './github-stand-in.ts'

type Route = [
  method: string,
  pattern: RegExp,
  handle: (repository: HostRepository, asked: Asked, parts: string[]) => Promise<Answer> | Answer,
]

const archives = new Map<string, Buffer>()
const missing = { status: 404, json: { message: 'Not Found' } }

/** What emulate answers without git, or not at all: here the repository itself answers. */
export const repositoryRoutes: readonly Route[] = [
  ['GET', /^$/, (repository) => ({ json: repository.describe() })],
  [
    'GET',
    /^\/branches$/,
    async ({ git, protectedBranches }, asked) =>
      paged(
        asked,
        (await git.branches()).map(({ name, sha }) => ({ name, commit: { sha }, protected: protectedBranches.has(name) })),
      ),
  ],
  ['GET', /^\/git\/trees\/(.+)$/, tree],
  ['GET', /^\/git\/blobs\/(\w+)$/, blob],
  ['GET', /^\/git\/ref\/heads(?:\/|%2F)(.+)$/, reference],
  ['POST', /^\/git\/refs$/, createReference],
  ['PUT', /^\/contents\/(.+)$/, putContents],
  ['GET', /^\/contents\/(.+)$/, contents],
  ['GET', /^\/commits\/([^/]+)$/, commit],
  ['GET', /^\/compare\/(.+)\.\.\.(.+)$/, compare],
  ['GET', /^\/tarball\/(.+)$/, tarball],
  [
    'GET',
    /^\/pulls$/,
    (repository, asked) =>
      paged(
        asked,
        pullsOf(repository, asked).map((pull) => repository.describePull(pull)),
      ),
  ],
  ['POST', /^\/pulls$/, openPull],
  [
    'GET',
    /^\/pulls\/(\d+)$/,
    (repository, _, [number]) => withPull(repository, number, (pull) => ({ json: repository.describePull(pull) })),
  ],
  ['PATCH', /^\/pulls\/(\d+)$/, patchPull],
  ['POST', /^\/pulls\/(\d+)\/requested_reviewers$/, requestReviewers],
  ['PUT', /^\/pulls\/(\d+)\/merge$/, mergePull],
  ['POST', /^\/check-runs$/, createCheck],
  ['PATCH', /^\/check-runs\/(\d+)$/, updateCheck],
  ['GET', /^\/check-runs\/(\d+)$/, (repository, _, [id]) => checkAnswer(repository, Number(id))],
  ['GET', /^\/commits\/([^/]+)\/check-runs$/, listChecks],
  ['GET', /^\/actions\/runs\/(\d+)$/, (repository, _, [id]) => runAnswer(repository, Number(id))],
  ['GET', /^\/actions\/runs$/, listRuns],
]

export async function codeload(ticket: string): Promise<Answer> {
  const bytes = archives.get(ticket)
  return bytes ? { bytes, headers: { 'content-type': 'application/x-gzip' } } : missing
}

/** One page of a list, with a Link header like GitHub's. */
export function paged(asked: Asked, all: readonly unknown[], wrap: (page: readonly unknown[]) => unknown = (page) => page): Answer {
  const size = Number(asked.url.searchParams.get('per_page') ?? 30)
  const page = Number(asked.url.searchParams.get('page') ?? 1)
  const next = new URL(asked.url)
  next.searchParams.set('page', String(page + 1))
  const headers: Record<string, string> = page * size < all.length ? { link: `<${next.href}>; rel="next"` } : {}
  return { json: wrap(all.slice((page - 1) * size, page * size)), headers }
}

async function tree({ git }: HostRepository, { url }: Asked, [name = '']: string[]): Promise<Answer> {
  const sha = await git.resolve(`${decodeURIComponent(name)}^{tree}`)
  if (!sha) return missing
  const entries = await git.tree(sha, url.searchParams.has('recursive'))
  return {
    json: { sha, truncated: false, tree: entries.map(({ mode, type, sha: id, size, path }) => ({ path, mode, type, sha: id, size })) },
  }
}

async function blob({ git }: HostRepository, _: Asked, [sha = '']: string[]): Promise<Answer> {
  const content = await git.blob(sha).catch(() => null)
  return content ? { json: { sha, size: content.length, encoding: 'base64', content: content.toString('base64') } } : missing
}

async function reference({ git }: HostRepository, _: Asked, [name = '']: string[]): Promise<Answer> {
  const sha = await git.head(decodeURIComponent(name))
  return sha ? { json: { ref: `refs/heads/${name}`, object: { type: 'commit', sha } } } : missing
}

async function createReference(repository: HostRepository, { body }: Asked): Promise<Answer> {
  const branch = String(body['ref']).replace('refs/heads/', '')
  if (await repository.git.head(branch)) return { status: 422, json: { message: 'Reference already exists' } }
  await repository.git.setBranch(branch, String(body['sha']))
  return { status: 201, json: { ref: body['ref'], object: { type: 'commit', sha: body['sha'] } } }
}

async function contents({ git }: HostRepository, { url }: Asked, [path = '']: string[]): Promise<Answer> {
  const sha = await git.resolve(`${url.searchParams.get('ref') ?? 'main'}:${decodeURIComponent(path)}`)
  if (!sha) return missing
  const content = await git.blob(sha)
  return { json: { type: 'file', path, sha, size: content.length, encoding: 'base64', content: content.toString('base64') } }
}

async function putContents(repository: HostRepository, { body, actor }: Asked, [path = '']: string[]): Promise<Answer> {
  const text = Buffer.from(String(body['content']), 'base64')
  const sha = await repository.push(
    String(body['branch'] ?? 'main'),
    String(body['message']),
    { [decodeURIComponent(path)]: text },
    { author: actor },
  )
  return { status: 201, json: { content: { path }, commit: { sha } } }
}

async function commit({ git }: HostRepository, _: Asked, [name = '']: string[]): Promise<Answer> {
  const sha = await git.resolve(`${decodeURIComponent(name)}^{commit}`)
  const [one] = sha ? await git.log([sha], 1) : []
  if (!sha || !one) return missing
  const parents = (await git.git(['rev-list', '--parents', '-n1', sha])).trim().split(' ').slice(1)
  const author = { name: one.author, date: one.date }
  return { json: { sha, commit: { message: one.message, author, committer: author }, parents: parents.map((id) => ({ sha: id })) } }
}

async function compare({ git }: HostRepository, _: Asked, [base = '', head = '']: string[]): Promise<Answer> {
  const [from, to] = await Promise.all([base, head].map((name) => git.resolve(`${decodeURIComponent(name)}^{commit}`)))
  if (!from || !to) return missing
  const commits = await git.log([to, `^${from}`], 250)
  const files = await git.changedFiles(from, to)
  return { json: { total_commits: commits.length, commits: commits.map(({ sha, message }) => ({ sha, commit: { message } })), files } }
}

async function tarball(repository: HostRepository, { url }: Asked, [name = '']: string[]): Promise<Answer> {
  const sha = await repository.git.resolve(`${decodeURIComponent(name)}^{commit}`)
  if (!sha) return missing
  const ticket = randomUUID()
  archives.set(ticket, await repository.git.archive(sha, `${repository.name.replace('/', '-')}-${sha.slice(0, 7)}`))
  return { status: 302, headers: { location: `${url.origin}/_codeload/${ticket}` } }
}

const pullsOf = (repository: HostRepository, { url }: Asked) => {
  const state = url.searchParams.get('state') ?? 'open'
  const head = url.searchParams.get('head')?.split(':')[1]
  return [...repository.pulls.values()].filter(
    (pull) => (state === 'all' || (state === 'open') === (pull.state === 'OPEN')) && (!head || pull.head === head),
  )
}

type Pull = NonNullable<ReturnType<HostRepository['pulls']['get']>>

function withPull(repository: HostRepository, number: string | undefined, work: (pull: Pull) => Answer): Answer {
  const pull = repository.pulls.get(Number(number))
  return pull ? work(pull) : missing
}

async function openPull(repository: HostRepository, { body, actor }: Asked): Promise<Answer> {
  const [head, base] = [String(body['head']), String(body['base'])]
  const invalid = (message: string) => ({
    status: 422,
    json: { message: 'Validation Failed', errors: [{ resource: 'PullRequest', message }] },
  })
  const [from, to] = await Promise.all([repository.git.head(base), repository.git.head(head)])
  if (!from || !to)
    return { status: 422, json: { message: 'Validation Failed', errors: [{ field: to ? 'base' : 'head', code: 'invalid' }] } }
  if ((await repository.git.log([to, `^${from}`], 1)).length === 0) return invalid(`No commits between ${base} and ${head}`)
  const open = [...repository.pulls.values()].some((pull) => pull.state === 'OPEN' && pull.head === head && pull.base === base)
  if (open) return invalid(`A pull request already exists for ${repository.name.split('/')[0]}:${head}.`)
  const pull = await repository.openPull(head, String(body['title']), {
    body: String(body['body'] ?? ''),
    base,
    draft: body['draft'] === true,
    author: actor,
  })
  return { status: 201, json: repository.describePull(pull) }
}

function patchPull(repository: HostRepository, { body }: Asked, [number]: string[]): Answer {
  return withPull(repository, number, (pull) => {
    if (typeof body['body'] === 'string') pull.body = body['body']
    if (typeof body['title'] === 'string') repository.edit(pull.number, body['title'])
    if (body['state'] === 'closed') repository.close(pull.number)
    return { json: repository.describePull(pull) }
  })
}

function requestReviewers(repository: HostRepository, { body, users }: Asked, [number]: string[]): Answer {
  const wanted = (body['reviewers'] as string[] | undefined) ?? []
  if (wanted.some((login) => !users.includes(login)))
    return { status: 422, json: { message: 'Reviews may only be requested from collaborators.' } }
  return withPull(repository, number, (pull) => {
    repository.requestReview(pull.number, wanted)
    return { status: 201, json: repository.describePull(pull) }
  })
}

async function mergePull(repository: HostRepository, { body }: Asked, [number]: string[]): Promise<Answer> {
  const pull = repository.pulls.get(Number(number))
  if (!pull) return missing
  if (body['sha'] && body['sha'] !== pull.headSha)
    return { status: 409, json: { message: 'Head branch was modified. Review and try the merge again.' } }
  const sha = pull.state === 'OPEN' ? await repository.merge(pull.number) : null
  return sha ? { json: { sha, merged: true } } : { status: 405, json: { message: 'Pull Request is not mergeable' } }
}

const describeCheck = (repository: HostRepository, check: HostRepository['checks'][number]) => ({
  id: check.id,
  head_sha: check.sha,
  name: check.name,
  status: check.status,
  conclusion: check.conclusion,
  completed_at: check.completedAt,
  output: check.output,
  app: { id: check.appId },
  html_url: `${repository.htmlUrl}/runs/${check.id}`,
  details_url: `${repository.htmlUrl}/runs/${check.id}`,
})

function checkAnswer(repository: HostRepository, id: number): Answer {
  const check = repository.checks.find((one) => one.id === id)
  return check ? { json: describeCheck(repository, check) } : missing
}

/** As on GitHub, only apps can do this: a person's token can't create a check run. */
async function createCheck(repository: HostRepository, { body, app }: Asked): Promise<Answer> {
  if (app === undefined) return { status: 403, json: { message: 'You must authenticate via a GitHub App.' } }
  const sha = await repository.git.resolve(`${String(body['head_sha'])}^{commit}`)
  if (!sha) return { status: 422, json: { message: `No commit found for SHA: ${String(body['head_sha'])}` } }
  const conclusion = (body['conclusion'] as string | undefined) ?? null
  const check = repository.addCheck({ sha, name: String(body['name']), appId: app, conclusion, output: body['output'] ?? null })
  return { status: 201, json: describeCheck(repository, check) }
}

function updateCheck(repository: HostRepository, { body, app }: Asked, [id]: string[]): Answer {
  const check = repository.checks.find((one) => one.id === Number(id))
  if (!check) return missing
  if (app !== check.appId) return { status: 403, json: { message: 'Resource not accessible by integration' } }
  if (typeof body['name'] === 'string') check.name = body['name']
  if (typeof body['conclusion'] === 'string') repository.completeCheck(check.id, body['conclusion'], body['output'])
  else Object.assign(check, { status: body['status'] ?? check.status, conclusion: null, output: body['output'] ?? check.output })
  return { json: describeCheck(repository, check) }
}

async function listChecks(repository: HostRepository, asked: Asked, [name = '']: string[]): Promise<Answer> {
  const sha = await repository.git.resolve(`${decodeURIComponent(name)}^{commit}`)
  const app = asked.url.searchParams.get('app_id')
  const called = asked.url.searchParams.get('check_name')
  const found = repository.checks.filter(
    (check) => check.sha === sha && (!app || check.appId === Number(app)) && (!called || check.name === called),
  )
  const all = found.map((check) => describeCheck(repository, check))
  return paged(asked, all, (page) => ({ total_count: all.length, check_runs: page }))
}

const describeRun = ({ id, path, event, sha, branch }: HostRepository['runs'][number]) => ({
  id,
  path,
  event,
  head_sha: sha,
  head_branch: branch,
})

function runAnswer(repository: HostRepository, id: number): Answer {
  const run = repository.runs.find((one) => one.id === id)
  return run ? { json: describeRun(run) } : missing
}

function listRuns(repository: HostRepository, asked: Asked): Answer {
  const sha = asked.url.searchParams.get('head_sha')
  const all = repository.runs.filter((run) => !sha || run.sha === sha).map(describeRun)
  return paged(asked, all, (page) => ({ total_count: all.length, workflow_runs: page }))
}
