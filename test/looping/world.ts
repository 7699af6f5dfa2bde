import pg from 'pg'
import { authenticateSession } from '../../src/capabilities/identity/login/authenticate.ts'
import { nobody, type Principal } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Servers } from '../harness/databases.ts'
import { startGitHub, type GitHubStandIn } from '../code-host/github-stand-in.ts'
import { startLinear } from '../integrations/linear-stand-in.ts'
import { startSlack } from '../integrations/slack-stand-in.ts'
import { Person, send } from '../harness/person.ts'
import { callTool } from './mcp-client.ts'
import { giveRecoveryCode } from './second-factors.ts'
import type { Registry } from './references.ts'

/** One Baton with the people the looping checks need. */
export interface World {
  baton: Baton
  operations: Registry
  /** The code host that everyone here is connected to. */
  github: GitHubStandIn
  victim: Person
  stranger: Person
  colleague: Person
  viewer: Person
  administrator: Person
  /** Runs an operation as this person in their organization, or as nobody, bypassing every door. */
  run(name: string, person: Person | null, input: unknown, idempotencyKey?: string): Promise<any>
  /** Whom the kernel takes this person for, with their login and in their organization. */
  principalOf(person: Person): Promise<Principal>
  /** The same person with a separate login session, which may be ended. */
  again(person: Person): Promise<Person>
  /** Makes their logins recent: on a slow machine all operations together take longer than a login lasts. */
  renew(...people: Person[]): Promise<void>
  /** An MCP token of this person for their organization. */
  mcpToken(person: Person): Promise<string>
  /** Queries as the superuser, past every wall. A large query that is repeated often gets a name, so that it is planned only once. */
  look<Row = Record<string, unknown>>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** Its people and tokens, for a copy of its database. */
  kept(): Promise<KeptWorld>
  close(): Promise<void>
  /** Closes it and keeps its database as a template of this name. */
  closeAs(template: string): Promise<void>
}

const roles = ['victim', 'stranger', 'colleague', 'viewer', 'administrator'] as const
type Role = (typeof roles)[number]
type KeptPerson = Pick<Person, 'user' | 'password' | 'token' | 'refreshToken'>

export interface KeptWorld {
  people: Record<Role, KeptPerson>
  tokens: [owner: string, token: string][]
}

/** A database to begin with, and who is in it. */
interface Origin {
  servers?: Servers
  template?: string
  kept?: KeptWorld
}

export async function startWorld(operations: Registry, settings: Record<string, string> = {}, origin: Origin = {}): Promise<World> {
  const github = await startGitHub()
  const [slack, linear] = [await startSlack(), await startLinear()]
  const own = { PASSKEYS_PER_USER: '1000000', EXPORTS_PER_HOUR: '1000000', PUSH_PRIVATE_KEY: 'A'.repeat(42) + 'E' }
  const all = { ...own, ...github.settings, ...slack.settings, ...linear.settings, ...settings }
  const baton = await startBaton(all, operations, origin.servers, origin.template)
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  const superuser = new pg.Client({ connectionString: url.href, options: '-c plan_cache_mode=force_generic_plan' })
  await superuser.connect()
  const { kernel } = baton.node.assembly
  const principalOf = ({ token, organization }: Person) => authenticateSession(kernel, token, organization)
  const run: World['run'] = async (name, person, input, idempotencyKey) => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`the registry has no operation ${name}`)
    const principal = person ? await principalOf(person) : nobody
    return execute(kernel, operation, principal, input, { door: 'test', idempotencyKey })
  }
  const look: World['look'] = async <Row>(text: string, values: unknown[] = [], name?: string) =>
    (await superuser.query({ text, values, ...(name && { name }) })).rows as Row[]
  const tokens = new Map((origin.kept?.tokens ?? []).map(([owner, token]) => [owner, Promise.resolve(token)]))
  const makeToken = async (person: Person): Promise<string> => {
    const { token } = await run('createMcpToken', person, { name: 'looping' })
    // The first call of a token creates its agent, which must not be part of what is measured later.
    await callTool(baton.url, token, 'list_projects', {})
    return token
  }
  const people = origin.kept ? restored(baton.url, origin.kept.people) : await registered(baton)
  const closeOthers = async () => {
    await superuser.end()
    await Promise.all([github.close(), slack.close(), linear.close()])
  }
  return {
    baton,
    operations,
    github,
    ...people,
    run,
    principalOf,
    async again(person) {
      const { user, password, organization } = person
      const login = await send(baton.url, 'POST', '/api/auth/login', { email: user.email, password })
      if (login.status !== 200) throw new Error(`login: ${login.status} ${login.text}`)
      const token = login.body.second_factor?.token
      if (!token) return new Person(baton.url, login.body, password, organization)
      const recovery_code = await giveRecoveryCode(look, person)
      const second = await send(baton.url, 'POST', '/api/auth/second-factor', { token, recovery_code })
      return new Person(baton.url, second.body, password, organization)
    },
    async renew(...people) {
      const sessions = people.map(({ token }) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid as string)
      await look('update auth.sessions set authenticated_at = $2 where id = any($1)', [sessions, kernel.clock.now()])
      for (const [at, person] of people.entries()) {
        const claims = { user: person.user.id, session: sessions[at] ?? '', kind: 'interactive' } as const
        person.token = kernel.services.accessTokens.sign(claims, kernel.clock.now()).token
      }
    },
    mcpToken(person) {
      const key = `${person.user.id} ${person.organization}`
      const token = tokens.get(key) ?? makeToken(person)
      tokens.set(key, token)
      return token
    },
    look,
    async kept() {
      const owners = await Promise.all([...tokens].map(async ([owner, token]): Promise<[string, string]> => [owner, await token]))
      return { people, tokens: owners }
    },
    async close() {
      await closeOthers()
      await baton.close()
    },
    async closeAs(template) {
      await closeOthers()
      await baton.closeAs(template)
    },
  }
}

/** One after another: registrations from one address wait for each other, and the machine may be slow. */
async function registered(baton: Baton): Promise<Record<Role, Person>> {
  const people: Partial<Record<Role, Person>> = {}
  for (const role of roles) people[role] = await (role === 'administrator' ? baton.administrator() : baton.person())
  return people as Record<Role, Person>
}

const restored = (url: string, people: KeptWorld['people']): Record<Role, Person> =>
  Object.fromEntries(
    Object.entries(people).map(([role, { user, password, token, refreshToken }]) => [
      role,
      new Person(url, { user, token, refresh_token: refreshToken }, password),
    ]),
  ) as Record<Role, Person>
