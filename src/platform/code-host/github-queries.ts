/** One page of everything that may have changed; parts without a further page are left out of the next request. */
export const stateQuery = `query State($owner: String!, $name: String!, $branches: String, $open: String, $closed: String, $closedSize: Int!,
    $withBranches: Boolean!, $withOpen: Boolean!, $withClosed: Boolean!) {
  repository(owner: $owner, name: $name) {
    databaseId nameWithOwner url isPrivate
    defaultBranchRef { name target { oid } }
    refs(refPrefix: "refs/heads/", first: 50, after: $branches) @include(if: $withBranches) {
      pageInfo { hasNextPage endCursor }
      nodes { name refUpdateRule { allowsForcePushes } target { oid ... on Commit { committedDate ...Checks } } }
    }
    open: pullRequests(states: [OPEN], first: 50, after: $open, orderBy: { field: UPDATED_AT, direction: DESC }) @include(if: $withOpen) {
      pageInfo { hasNextPage endCursor }
      nodes { ...Pull commits(last: 1) { nodes { commit { oid ...Checks } } } }
    }
    closed: pullRequests(states: [CLOSED, MERGED], first: $closedSize, after: $closed, orderBy: { field: UPDATED_AT, direction: DESC })
      @include(if: $withClosed) {
      pageInfo { hasNextPage endCursor }
      nodes { ...Pull }
    }
  }
}
fragment Pull on PullRequest {
  number title state isDraft author { login } headRefName headRefOid baseRefName reviewDecision url createdAt updatedAt mergedAt
}
fragment Checks on Commit {
  checkSuites(first: 20) {
    nodes {
      app { databaseId }
      workflowRun { event file { path } }
      checkRuns(first: 50, filterBy: { checkType: LATEST }) {
        nodes { databaseId name status conclusion permalink detailsUrl completedAt steps(first: 1) { totalCount } }
      }
    }
  }
}`

const commit = 'oid messageHeadline message author { name user { login } } committedDate url'

/** The histories of several heads and the commits of several pull requests, in one request. */
export function commitsQuery(heads: number, pulls: number, max: number): string {
  const each = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join('\n')
  return `query Commits($owner: String!, $name: String!${each(heads, (at) => `, $h${at}: GitObjectID!`)}${each(pulls, (at) => `, $p${at}: Int!`)}) {
    repository(owner: $owner, name: $name) {
      ${each(heads, (at) => `h${at}: object(oid: $h${at}) { ... on Commit { history(first: ${max}) { nodes { ${commit} } } } }`)}
      ${each(pulls, (at) => `p${at}: pullRequest(number: $p${at}) { commits(last: ${max}) { nodes { commit { ${commit} } } } }`)}
    }
  }`
}

/** The ids of several files at several commits, in one request. */
export function blobsQuery(count: number): string {
  const places = Array.from({ length: count }, (_, at) => at)
  return `query Blobs($owner: String!, $name: String!${places.map((at) => `, $e${at}: String!`).join('')}) {
    repository(owner: $owner, name: $name) { ${places.map((at) => `e${at}: object(expression: $e${at}) { oid }`).join('\n')} }
  }`
}

interface PageInfo {
  hasNextPage: boolean
  endCursor: string | null
}

export interface CheckSuites {
  checkSuites: {
    nodes: {
      app: { databaseId: number | null } | null
      workflowRun: { event: string; file: { path: string } | null } | null
      checkRuns: {
        nodes: {
          databaseId: number | null
          name: string
          status: string
          conclusion: string | null
          permalink: string
          detailsUrl: string | null
          completedAt: string | null
          steps: { totalCount: number } | null
        }[]
      }
    }[]
  } | null
}

export interface PullNode {
  number: number
  title: string
  state: 'OPEN' | 'CLOSED' | 'MERGED'
  isDraft: boolean
  author: { login: string } | null
  headRefName: string
  headRefOid: string
  baseRefName: string
  reviewDecision: string | null
  url: string
  createdAt: string
  updatedAt: string
  mergedAt: string | null
}

export interface StateAnswer {
  repository: {
    databaseId: number
    nameWithOwner: string
    url: string
    isPrivate: boolean
    defaultBranchRef: { name: string; target: { oid: string } } | null
    refs?: {
      pageInfo: PageInfo
      nodes: { name: string; refUpdateRule: unknown; target: { oid: string; committedDate?: string } & Partial<CheckSuites> }[]
    }
    open?: { pageInfo: PageInfo; nodes: (PullNode & { commits: { nodes: { commit: { oid: string } & CheckSuites }[] } })[] }
    closed?: { pageInfo: PageInfo; nodes: PullNode[] }
  } | null
}

export interface CommitNode {
  oid: string
  messageHeadline: string
  message: string
  author: { name: string | null; user: { login: string } | null } | null
  committedDate: string
  url: string
}

export interface CommitsAnswer {
  repository: Record<string, { history?: { nodes: CommitNode[] }; commits?: { nodes: { commit: CommitNode }[] } } | null> | null
}

export interface BlobsAnswer {
  repository: Record<string, { oid: string } | null> | null
}
