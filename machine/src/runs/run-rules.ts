import { isAbsolute } from 'node:path'
import type { RunOffer } from '../../../src/platform/tunnel-protocol.ts'
import { Refused } from '../refused.ts'
import { placeholdersIn } from './templates.ts'

/** A client as written in the machine's file: the program to start, and what it is given. */
export interface Client {
  /** `acp`: speaks the Agent Client Protocol on its standard streams. `command`: does what its arguments say, then exits. */
  protocol: 'acp' | 'command'
  /** Program and arguments with placeholders. There is no shell. */
  command: string[]
  /** The same for resuming an earlier conversation in the same worktree. */
  resume?: string[]
  /** Written to its standard input, which is then closed; only for `command`. */
  stdin?: string
  env?: Record<string, string>
  /** Variables of the machine's own environment to pass on. */
  keep_env?: string[]
  /** Files to write into the run's folder, readable only by the client's user; objects as JSON. */
  files?: Record<string, unknown>
  /** The system user it runs as; only root can run it as another user. */
  as?: string
  timeout_minutes?: number
  /** Over ACP: what it may do besides reading and editing within its worktree and calling Baton's tools. */
  permissions?: Permission[]
  /** Over ACP: commands that it may run besides, each by its first words, such as `git commit`. */
  commands?: string[]
}

const permissions = ['read', 'edit', 'execute', 'fetch', 'other'] as const
type Permission = (typeof permissions)[number]

export interface RunsSection {
  people?: string[]
  at_once?: number
  quiet_hours?: { from: string; to: string }
  clients?: Record<string, Client>
  worktrees?: string
  checks?: string[][]
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/
const variablePattern = /^[A-Za-z_][A-Za-z0-9_]*$/
const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/
const keys = new Set(['people', 'at_once', 'quiet_hours', 'clients', 'worktrees', 'checks'])
const clientKeys = new Set([
  ...['protocol', 'command', 'resume', 'stdin', 'env', 'keep_env', 'files', 'as', 'timeout_minutes', 'permissions', 'commands'],
])

/** The `runs` section of the machine's file: for whom it starts agents, which ones, and how. No frame can change it. */
export class RunRules {
  readonly atOnce: number
  readonly worktrees: string | undefined
  readonly clients: ReadonlyMap<string, Client>
  readonly people: readonly string[]
  readonly checks: readonly (readonly string[])[]
  readonly #quiet: { from: number; to: number } | undefined

  constructor(section: RunsSection) {
    for (const key of Object.keys(section)) if (!keys.has(key)) fail(`there is no ${JSON.stringify(key)}; use ${[...keys].join(', ')}`)
    const { people = [], at_once = 1, quiet_hours, clients = {}, worktrees, checks = [] } = section
    if (!isTexts(people)) fail('people is a list of handles or ids')
    if (!Number.isInteger(at_once) || at_once < 1 || at_once > 20) fail('at_once is a number from 1 to 20')
    if (worktrees !== undefined && (typeof worktrees !== 'string' || !isAbsolute(worktrees))) fail('worktrees is an absolute path')
    if (!Array.isArray(checks) || !checks.every((one) => isTexts(one) && one.length > 0))
      fail('checks is a list of commands, each a list, the program first')
    for (const [name, client] of Object.entries(clients)) checkClient(name, client, worktrees)
    // Normalized to the form the server uses.
    this.people = people.map((one) => one.replace(/^@/, '').toLowerCase())
    this.atOnce = at_once
    this.worktrees = worktrees
    this.clients = new Map(Object.entries(clients))
    this.checks = checks
    this.#quiet = quiet_hours && { from: minutes(quiet_hours.from), to: minutes(quiet_hours.to) }
  }

  offer(now: Date): RunOffer {
    return {
      people: [...this.people],
      clients: [...this.clients].map(([name, { protocol }]) => ({ name, protocol })),
      at_once: this.atOnce,
      quiet: this.isQuiet(now),
    }
  }

  /** By this machine's own clock and time zone. */
  isQuiet(now: Date): boolean {
    if (!this.#quiet) return false
    const { from, to } = this.#quiet
    const at = now.getHours() * 60 + now.getMinutes()
    return from <= to ? at >= from && at < to : at >= from || at < to
  }

  client(name: string): Client {
    const found = this.clients.get(name)
    if (!found) throw new Refused(`this machine has no client called ${name}`)
    return found
  }

  isNamed({ id, handle }: { id: string; handle: string }): boolean {
    return this.people.some((one) => (idPattern.test(one) ? one === id : one === handle.toLowerCase()))
  }

  /** An exact match: a different argument makes it a different command. */
  isCheck(command: readonly string[]): boolean {
    return this.checks.some((one) => JSON.stringify(one) === JSON.stringify(command))
  }
}

function checkClient(name: string, client: Client, worktrees: string | undefined): void {
  const say = (what: string): never => fail(`clients.${name}: ${what}`)
  if (!namePattern.test(name)) fail(`a client is called ${JSON.stringify(name)}: use lowercase letters, digits, dots and dashes`)
  for (const key of Object.keys(client))
    if (!clientKeys.has(key)) say(`there is no ${JSON.stringify(key)}; use ${[...clientKeys].join(', ')}`)
  if (client.protocol !== 'acp' && client.protocol !== 'command') say('protocol is acp or command')
  for (const [key, argv] of [['command', client.command] as const, ['resume', client.resume ?? ['-']] as const]) {
    if (!isTexts(argv) || argv.length === 0) say(`${key} is a list, the program first`)
    // Every user on the system can read the arguments of every process.
    if (argv.some((part) => placeholdersIn(part).includes('token')))
      say(`${key} must not name {token}: use {mcp_config} or {token_file}, or put it into env`)
  }
  if (client.stdin !== undefined && (typeof client.stdin !== 'string' || client.protocol === 'acp'))
    say('stdin is a text such as {prompt}, and for command alone')
  if (!Object.entries(client.env ?? {}).every(([key, value]) => variablePattern.test(key) && typeof value === 'string'))
    say('env is variables with texts')
  if (!isTexts(client.keep_env ?? [])) say('keep_env is a list of variables')
  if (!Object.keys(client.files ?? {}).every((file) => /^[\w.-]+$/.test(file) && !file.startsWith('..')))
    say('files are names without folders')
  if (client.as !== undefined && typeof client.as !== 'string') say('as is a user of this system')
  if (client.as !== undefined && worktrees === undefined) say('as needs worktrees: a folder that this user may write')
  const { timeout_minutes = 1 } = client
  if (!(timeout_minutes > 0 && timeout_minutes <= 24 * 60)) say('timeout_minutes is at most 1440')
  if (!(client.permissions ?? []).every((one) => permissions.includes(one))) say(`permissions are some of ${permissions.join(', ')}`)
  const { commands = [] } = client
  if (!isTexts(commands) || !commands.every((one) => /^[\w./:@=-]+( [\w./:@=-]+)*$/.test(one)))
    say('commands are the first words of commands, such as "git commit"')
  if (commands.length > 0 && client.protocol !== 'acp') say('commands are for acp alone: a command’s own arguments say what it may run')
}

function minutes(time: unknown): number {
  const [, hour, minute] = timePattern.exec(String(time)) ?? fail('quiet_hours are { "from": "22:00", "to": "07:00" }')
  return Number(hour) * 60 + Number(minute)
}

function fail(why: string): never {
  throw new Error(`runs: ${why}.`)
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')
