import type { Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { OperationRunner } from '../operation-runner.ts'
import type { Tools } from '../tools/tools.ts'
import type { Endpoint } from './endpoint.ts'
import { narrow, whole } from './narrow.ts'
import { projectEndpoint } from './project-endpoint.ts'
import { buildProjectTools, type ProjectTools } from './project-tools.ts'

const maxRemembered = 500
/** In ms. Every tool checks the caller's access to the project again; only the lookup of the project is cached. */
const trustedFor = 5_000

interface Known {
  endpoint: Promise<Endpoint>
  since: number
}

/** `Skills & Workflows` becomes `skills-workflows` in a URL. */
const slugOf = (category: string): string =>
  category
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? ''

/** The endpoints besides `/mcp`: tool lists are built at startup, or cached where they depend on the request. */
export class Endpoints {
  readonly all: Endpoint
  readonly readOnly: Endpoint
  readonly #tools: Tools
  readonly #runner: OperationRunner
  readonly #categories = new Map<string, string>()
  readonly #projectTools: ProjectTools
  readonly #toolsets = new Map<string, Endpoint>()
  readonly #projects = new Map<string, Known>()

  constructor(tools: Tools, runner: OperationRunner) {
    this.#tools = tools
    this.#runner = runner
    this.all = whole(tools.list)
    const reads = tools.list.filter(({ annotations }) => annotations?.readOnlyHint)
    this.readOnly = narrow(reads, 'It only reads.')
    for (const { contract } of tools.operations.values())
      if (contract.mcp) this.#categories.set(contract.mcp.tool, slugOf(contract.mcp.category))
    this.#projectTools = buildProjectTools(tools)
  }

  /** `tasks`, or several as `tasks,memory`. */
  toolsets(asked: string): Endpoint {
    const known = new Set(this.#categories.values())
    const names = [...new Set(asked.split(','))].toSorted()
    const missing = names.filter((name) => !known.has(name))
    if (missing.length > 0) {
      const there = [...known].toSorted()
      throw new Refusal('not_found', `There is no such toolset. Toolsets: ${there.join(', ')}; several with commas.`, { toolsets: there })
    }
    const key = names.join(',')
    const found = this.#toolsets.get(key)
    if (found) return found
    const tools = this.#tools.list.filter(({ name }) => names.includes(this.#categories.get(name) ?? ''))
    return remember(this.#toolsets, key, narrow(tools, `It has the toolsets ${key}.`))
  }

  /** Refuses a project that the caller can't see, with the same message as everywhere; `limit` may refuse the lookup. */
  project(name: string, principal: Principal, limit: () => void): Promise<Endpoint> {
    const { user, organization } = principal
    const key = `${user} ${organization?.id} ${name}`
    const now = this.#runner.now.getTime()
    const known = this.#projects.get(key)
    if (known && now - known.since < trustedFor) return known.endpoint
    limit()
    const endpoint = this.#runner
      .look('getProject', principal, { project: name })
      .then(({ id, slug, key: prefix, name: title, updated_at }) =>
        projectEndpoint({ id, slug, key: prefix, name: title, updated_at }, this.#projectTools, this.#runner),
      )
    remember(this.#projects, key, { endpoint, since: now })
    endpoint.catch(() => this.#projects.delete(key))
    return endpoint
  }
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= maxRemembered) known.delete(oldest)
  known.delete(key)
  known.set(key, value)
  return value
}
