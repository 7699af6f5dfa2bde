import type { Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { OperationRunner } from '../operation-runner.ts'
import type { Tools } from '../tools/tools.ts'
import type { Endpoint } from './endpoint.ts'
import { narrow, whole } from './narrow.ts'
import { projectEndpoint } from './project-endpoint.ts'
import { buildProjectTools, type ProjectTools } from './project-tools.ts'

const maxRemembered = 500
/** What a caller may see of a project is asked anew by every tool; only where it is, is remembered. */
const trustedFor = 5_000

interface Known {
  endpoint: Promise<Endpoint>
  since: number
}

/** `Skills & Workflows` is `skills-workflows` in an address. */
const slugOf = (category: string): string =>
  category
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? ''

/** The addresses beside `/mcp`: lists made at start, and remembered where they depend on what is asked for. */
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

  /** The project must be the caller's to see, by the same words as everywhere; `limit` may refuse to look. */
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
