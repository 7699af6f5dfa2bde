import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { AllowedAction, Risk } from '../../src/platform/tunnel-protocol.ts'
import { Refused } from './refused.ts'
import { RunRules, type RunsSection } from './runs/run-rules.ts'

/** An action as written in the machine's file. */
interface Entry {
  name: string
  description?: string
  risk: Risk
  /** JSON Schema of the arguments; without one, the action takes none. */
  schema?: Record<string, unknown>
  /** Program and arguments; `{name}` is replaced by an argument's value. There is no shell. */
  command: string[]
  /** Arguments that are paths and must resolve into the jail. */
  paths?: string[]
  /** The working directory: a folder in the jail, or `{name}` of a path argument. */
  folder?: string
  timeout_seconds?: number
}

interface AllowFile {
  actions?: Entry[]
  /** Folders that paths may resolve into. */
  jail?: string[]
  ports?: number[]
  /** For whom agents are started, and how; without it, none are. */
  runs?: RunsSection
}

/** A validated command, ready to run. */
export interface Command {
  argv: string[]
  folder: string | undefined
  timeoutSeconds: number
}

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** The complete list of what this machine does for its server. The file is read once, at startup; no frame can change it. */
export class AllowList {
  readonly ports: ReadonlySet<number>
  readonly runs: RunRules | null
  readonly #jail: readonly string[]
  readonly #entries = new Map<string, { entry: Entry; validate: ValidateFunction }>()

  constructor(file: AllowFile) {
    const ajv = new Ajv({ allErrors: false, strict: false })
    this.ports = new Set(file.ports ?? [])
    this.runs = file.runs ? new RunRules(file.runs) : null
    this.#jail = (file.jail ?? []).map((folder) => realpathSync(folder))
    if ((file.actions ?? []).length > 100) throw new Error('There may be 100 actions.')
    for (const entry of file.actions ?? []) {
      const { name, risk, command, schema = none } = entry
      if (!namePattern.test(name))
        throw new Error(`An action is called ${JSON.stringify(name)}: use lowercase letters, digits, dots and dashes.`)
      if (!['read', 'write', 'danger'].includes(risk)) throw new Error(`${name}: risk is read, write or danger.`)
      if ((entry.description ?? '').length > 300) throw new Error(`${name}: description may have 300 characters.`)
      if (!Array.isArray(command) || command.length === 0) throw new Error(`${name}: command is a list, the program first.`)
      this.#entries.set(name, { entry, validate: ajv.compile(schema) })
    }
  }

  static read(file: string): AllowList {
    if (!existsSync(file)) return new AllowList({})
    try {
      return new AllowList(JSON.parse(readFileSync(file, 'utf8')) as AllowFile)
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
    }
  }

  get shown(): AllowedAction[] {
    return [...this.#entries.values()].map(({ entry: { name, description = '', risk, schema = none } }) => ({
      name,
      description,
      risk,
      schema,
    }))
  }

  riskOf(action: string): Risk | undefined {
    return this.#entries.get(action)?.entry.risk
  }

  /** The command to run; throws `Refused` for anything this machine's file does not allow. */
  command(action: string, given: Record<string, unknown>): Command {
    const found = this.#entries.get(action)
    if (!found) throw new Refused(`this machine does not allow ${action}`)
    const { entry, validate } = found
    if (!validate(given))
      throw new Refused(`the arguments do not fit: ${validate.errors?.[0]?.instancePath ?? ''} ${validate.errors?.[0]?.message ?? ''}`)
    const values = new Map(Object.entries(given))
    for (const name of entry.paths ?? []) if (values.has(name)) values.set(name, this.inJail(values.get(name)))
    const put = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => textOf(name, values.get(name)))
    const argv = entry.command.map((part, at) => {
      const text = put(part)
      // A value with a leading dash would be parsed as an option of the program, which nobody has allowed.
      if (at > 0 && /^\{\w+\}/.test(part) && text.startsWith('-')) throw new Refused('an argument begins with a dash')
      return text
    })
    const folder = entry.folder === undefined ? undefined : this.inJail(put(entry.folder))
    return { argv, folder, timeoutSeconds: entry.timeout_seconds ?? 600 }
  }

  /** Resolves a path through all symlinks and checks that it is in the jail; its last parts need not exist yet. */
  inJail(value: unknown): string {
    if (typeof value !== 'string' || value.includes('\0') || !isAbsolute(value)) throw new Refused('a path must be absolute')
    const real = realPath(resolve(value))
    const inside = this.#jail.some((folder) => {
      const way = relative(folder, real)
      return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way))
    })
    if (!inside) throw new Refused('a path leads out of the folders this machine allows')
    return real
  }
}

const none = { type: 'object', additionalProperties: false }

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' && !value.includes('\0')) return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Refused(`the argument ${name} is missing, or is no text, number or boolean`)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    if (parent === path) throw new Refused('a path leads nowhere')
    return join(realPath(parent), path.slice(parent === sep ? 1 : parent.length + 1))
  }
}
