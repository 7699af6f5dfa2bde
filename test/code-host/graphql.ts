import { schema as published } from '@octokit/graphql-schema'
import { buildSchema, graphql, type GraphQLSchema } from 'graphql'
import type { GitCommit } from './git-repository.ts'
import { type HostCheck, type HostPull, type HostRepository, actionsApp } from './host-repository.ts'

let known: GraphQLSchema | undefined

/**
 * Answers queries against GitHub's published schema: an unknown field or an argument of the wrong type is rejected here as it is there.
 * The data behind the fields we query comes from git and the repository's own state.
 */
export async function answerQuery(
  query: string,
  variables: Record<string, unknown>,
  find: (name: string) => HostRepository | undefined,
): Promise<unknown> {
  known ??= buildSchema(published.idl, { assumeValid: true })
  const rootValue = {
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const found = find(`${owner}/${name}`)
      if (!found) throw new Error(`Could not resolve to a Repository with the name '${owner}/${name}'.`)
      return repositoryNode(found)
    },
  }
  return graphql({ schema: known, source: query, variableValues: variables, rootValue })
}

interface Paging {
  first?: number
  last?: number
  after?: string | null
}

function connection<T>(all: readonly T[], { first, last, after }: Paging) {
  const begin = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  const nodes = last === undefined ? all.slice(begin, begin + (first ?? 100)) : all.slice(-last)
  const end = begin + nodes.length
  return {
    nodes,
    totalCount: all.length,
    pageInfo: { hasNextPage: last === undefined && end < all.length, endCursor: Buffer.from(String(end)).toString('base64url') },
  }
}

function repositoryNode(repository: HostRepository) {
  const { git } = repository
  const commitOf = async (sha: string | null) => (sha && (await git.resolve(`${sha}^{commit}`)) ? commitNode(repository, sha) : null)
  return {
    databaseId: repository.id,
    nameWithOwner: repository.name,
    url: repository.htmlUrl,
    isPrivate: repository.private,
    defaultBranchRef: async () => {
      const sha = await git.head('main')
      return sha && { name: 'main', target: await commitOf(sha) }
    },
    refs: async ({ refPrefix, ...paging }: Paging & { refPrefix: string }) => {
      if (refPrefix !== 'refs/heads/') throw new Error('the stand-in knows branches alone')
      const all = await git.branches()
      return connection(
        all.map(({ name, sha, date }) => ({
          name,
          refUpdateRule: repository.protectedBranches.has(name) ? { allowsForcePushes: false } : null,
          target: { ...commitNode(repository, sha), committedDate: date },
        })),
        paging,
      )
    },
    pullRequests: ({ states, ...paging }: Paging & { states?: HostPull['state'][] }) => {
      const all = [...repository.pulls.values()].filter(({ state }) => !states || states.includes(state))
      const newest = all.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      return connection(
        newest.map((pull) => pullNode(repository, pull)),
        paging,
      )
    },
    pullRequest: ({ number }: { number: number }) => {
      const pull = repository.pulls.get(number)
      return pull ? pullNode(repository, pull) : null
    },
    object: async ({ oid, expression }: { oid?: string; expression?: string }) => {
      const id = await git.resolve(expression ?? `${oid}`)
      if (!id) return null
      const type = (await git.git(['cat-file', '-t', id])).trim()
      if (type === 'commit') return commitOf(id)
      return { __typename: type === 'blob' ? 'Blob' : 'Tree', oid: id }
    },
  }
}

function pullNode(repository: HostRepository, pull: HostPull) {
  return {
    number: pull.number,
    title: pull.title,
    state: pull.state,
    isDraft: pull.draft,
    author: { __typename: 'User', login: pull.author },
    headRefName: pull.head,
    headRefOid: pull.headSha,
    baseRefName: pull.base,
    reviewDecision: repository.decision(pull),
    url: `${repository.htmlUrl}/pull/${pull.number}`,
    createdAt: pull.createdAt,
    updatedAt: pull.updatedAt,
    mergedAt: pull.mergedAt,
    commits: async (paging: Paging) => {
      const merged = pull.state === 'MERGED'
      // After the merge, the base contains these commits too, so the first parent of the pull request's head takes its place.
      const base = merged ? await repository.git.resolve(`${pull.headSha}^`) : await repository.git.head(pull.base)
      const commits = await repository.git.log([pull.headSha, ...(base ? [`^${base}`] : [])], 250)
      return connection(
        commits.toReversed().map((one) => ({ commit: commitNode(repository, one.sha, one) })),
        paging,
      )
    },
  }
}

/** `known` is a commit that one git process has already read together with others, so it isn't read again. */
function commitNode(repository: HostRepository, sha: string, known?: GitCommit): Record<string, unknown> {
  let read: Promise<GitCommit | undefined> | undefined = known && Promise.resolve(known)
  const about = () => (read ??= repository.git.log([sha], 1).then(([one]) => one))
  return {
    __typename: 'Commit',
    oid: sha,
    url: `${repository.htmlUrl}/commit/${sha}`,
    committedDate: async () => (await about())?.date,
    message: async () => (await about())?.message,
    messageHeadline: async () => (await about())?.message.split('\n')[0],
    author: async () => {
      const { author } = (await about()) ?? { author: '' }
      return { name: author, user: { login: author } }
    },
    history: async (paging: Paging) => {
      const all = await repository.git.log([sha], paging.first ?? 100)
      return connection(
        all.map((one) => commitNode(repository, one.sha, one)),
        paging,
      )
    },
    checkSuites: (paging: Paging) => connection(suitesOf(repository, sha), paging),
  }
}

/** One suite per app; for GitHub Actions, one per run. */
function suitesOf(repository: HostRepository, sha: string) {
  const suites = Map.groupBy(
    repository.checks.filter((check) => check.sha === sha),
    ({ appId, run }) => (appId === actionsApp && run ? `run ${run.id}` : `app ${appId}`),
  )
  return [...suites.values()].map((checks) => {
    const [first] = checks as [HostCheck, ...HostCheck[]]
    return {
      app: { databaseId: first.appId },
      workflowRun: first.run && { event: first.run.event, file: { path: first.run.path } },
      checkRuns: (paging: Paging) =>
        connection(
          checks.map((check) => ({
            // A GraphQL Int has 32 bits, and these ids exceed them.
            databaseId: check.id > 2_147_483_647 ? null : check.id,
            name: check.name,
            status: check.status.toUpperCase(),
            conclusion: check.conclusion?.toUpperCase() ?? null,
            permalink: `${repository.htmlUrl}/runs/${check.id}`,
            detailsUrl: `${repository.htmlUrl}/runs/${check.id}`,
            completedAt: check.completedAt,
            // A check from a runner has steps; one created through the API has none, whichever suite it is in.
            steps: () => ({ totalCount: check.run && check.output === null ? 3 : 0 }),
          })),
          paging,
        ),
    }
  })
}
