import type { Rehearsal } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { providerNames } from '../../src/platform/provider-identity.ts'
import { unsubscribeToken } from '../../src/capabilities/notices/digest/unsubscribe.ts'
import { newId } from '../../src/platform/ids.ts'
import { digest, newSecret } from '../../src/platform/secrets.ts'
import { mailedSecret } from '../harness/mailed-secret.ts'
import type { Person } from '../harness/person.ts'
import { exampleInput } from './example-input.ts'
import { adminValues } from './admin-values.ts'
import { codeValues } from './code-values.ts'
import { featureValues } from './feature-values.ts'
import { integrationValues } from './integration-values.ts'
import { machineValues } from './machine-values.ts'
import { marketValues } from './market-values.ts'
import { runValues } from './run-values.ts'
import { syncValues } from './sync-values.ts'
import { publishingValues } from './publishing-values.ts'
import { workspaceValues } from './workspace-values.ts'
import { randomWord } from './look-alike.ts'
import { isHidden, makerOf, pick, referencesIn, type Reference } from './references.ts'
import { forgetSecondFactors, secondFactorValues } from './second-factors.ts'
import type { World } from './world.ts'

export const every = (): boolean => true

const oauthVerifier = 'v'.repeat(43)
let providersUsed = 0

/** An operation that ends the account it runs as is run by a new person. */
export const actorFor = async ({ contract }: Operation, world: World, usual: Person): Promise<Person> =>
  contract.rehearsal?.newcomer ? world.baton.person() : usual

interface Beginning {
  organization: { id: string; handle: string }
  canary: string
  members?: readonly string[]
  count?: number
}

/** A scene in the same organization, and whose resources of a kind are used instead of own ones. */
interface Lender {
  scene: Scene
  lent(kind: string): Scene | Promise<Scene> | undefined
}

/** A scene in its organization's database, for the processes that copy it. */
export interface KeptScene extends Beginning {
  made: [kind: string, names: string[]][]
  happened: [operation: string, output: unknown][]
}

/** Half of these is in a stand-in or in the keys of a machine, neither of which is in the database. */
export const ofOneProcess: ReadonlySet<string> = new Set([
  'code_connection',
  'repository',
  'remote_import',
  'tunnel',
  'tunnel_action',
  'receipt',
])

/**
 * One person in one organization who creates what an operation needs, through the operations themselves. All text carries a
 * canary: `open` where the whole organization may read it, `hidden` where only the person and the project's members may.
 */
export class Scene {
  readonly world: World
  readonly person: Person
  readonly organization: { id: string; handle: string }
  readonly canary: string
  readonly #lender: Lender | undefined
  readonly #made = new Map<string, Promise<string[]>>()
  readonly #happened = new Map<string, Promise<unknown>>()
  readonly #joined = new Map<string, Promise<Scene>>()
  /** Handles of those who have joined the organization, in whichever scene. */
  readonly #members: Set<string>
  /** How many inputs were made, because names in one organization must differ. */
  readonly #counter: { count: number }

  private constructor(world: World, person: Person, { organization, canary, members = [], count = 0 }: Beginning, lender?: Lender) {
    this.world = world
    this.person = person.in(organization.id)
    this.organization = organization
    this.canary = canary
    this.#lender = lender
    this.#members = lender ? lender.scene.#members : new Set(members)
    this.#counter = lender ? lender.scene.#counter : { count }
  }

  static async open(world: World, person: Person): Promise<Scene> {
    // Another check may have added a second factor, and what follows begins with a login.
    await forgetSecondFactors(world.look, person)
    await world.renew(person, world.colleague, world.viewer, world.administrator)
    const canary = `cn${randomWord(9)}`
    const organization = await world.run('createOrganization', person, { name: `${canary}open`, handle: `${canary}open` })
    return new Scene(world, person, { organization, canary })
  }

  /** A scene as `kept` described it, in a copy of its database. */
  static restore(world: World, person: Person, kept: KeptScene): Scene {
    const scene = new Scene(world, person, kept)
    for (const [kind, names] of kept.made) scene.#made.set(kind, Promise.resolve(names))
    for (const [name, output] of kept.happened) scene.#happened.set(name, Promise.resolve(output))
    return scene
  }

  async kept(): Promise<KeptScene> {
    const settled = <T>(known: Map<string, Promise<T>>) =>
      Promise.all([...known].map(async ([name, value]): Promise<[string, T]> => [name, await value]))
    const { organization, canary } = this
    const made = (await settled(this.#made)).filter(([kind]) => !ofOneProcess.has(kind))
    return { organization, canary, members: [...this.#members], count: this.#counter.count, made, happened: await settled(this.#happened) }
  }

  /** Another member of the organization, with resources of their own; what everyone there can see is shared with this scene. */
  async joinedBy(person: Person, role: 'member' | 'viewer'): Promise<Scene> {
    const { handle } = person.user
    const joined = this.#joined.get(handle) ?? this.#join(person, role)
    this.#joined.set(handle, joined)
    const scene = await joined
    await this.world.renew(scene.person)
    return scene
  }

  async #join(person: Person, role: 'member' | 'viewer'): Promise<Scene> {
    const { handle } = person.user
    if (!this.#members.has(handle)) await this.world.run('addMember', this.person, { user: handle, role })
    this.#members.add(handle)
    const own = { organization: this.organization, canary: `cn${randomWord(9)}` }
    // What this scene shares with another one, its members share with that one's members.
    const lent = (kind: string) => {
      if (!isHidden(this.world.operations, kind)) return this
      return this.#lender?.lent(kind) && this.#lender.scene.joinedBy(person, role)
    }
    return new Scene(this.world, person, own, { scene: this, lent })
  }

  /** The same person in the same organization, with nothing created yet, or with what this scene has of some kinds. */
  again(shares: (kind: string) => boolean = () => false): Scene {
    return new Scene(this.world, this.person, this, { scene: this, lent: (kind) => (shares(kind) ? this : undefined) })
  }

  get hidden(): string {
    return `${this.canary}hidden`
  }

  /** Strings that reveal a leak when another tenant sees them. */
  get marks(): string[] {
    return [this.canary, this.person.user.handle, this.person.user.id, this.organization.id]
  }

  /** Somebody invites this person, whose address is verified, into another organization. Returns the mailed secret. */
  async invited(): Promise<string> {
    const email = await this.#provenEmail()
    const { id } = await this.world.run('createOrganization', this.world.colleague, {
      name: 'Elsewhere',
      handle: `elsewhere${randomWord(9)}`,
    })
    const invite = await this.world.run('createInvite', this.world.colleague.in(id), { email })
    const token = newSecret()
    await this.world.look('insert into auth.invite_links (hash, org_id, invite_id, created_at) values ($1, $2, $3, now())', [
      digest(token),
      id,
      invite.id,
    ])
    return token
  }

  /** Names of one resource of this kind, always the same in this scene: as its operation returns it, and its id. */
  async names(kind: string): Promise<string[]> {
    const lender = await this.#lender?.lent(kind)
    if (lender) return lender.names(kind)
    const made = this.#made.get(kind) ?? this.fresh(kind)
    this.#made.set(kind, made)
    return made
  }

  async name(kind: string): Promise<string> {
    return (await this.names(kind))[0] as string
  }

  /** Creates another resource of this kind. */
  async fresh(kind: string): Promise<string[]> {
    const maker = makerOf(this.world.operations, kind)
    // What no operation creates, such as a text that lost a merge, comes from the value of that name.
    if (!maker && kind in this.#values) return [(await this.#values[kind]?.()) as string]
    const field = maker?.contract.creates?.field
    if (!maker || !field) throw new Error(`no contract says that it creates a ${kind}: declare creates: { ref: '${kind}', field }`)
    // Only its parent project is referenced; an assignee or a blocker would make it a special case.
    const input = await this.input(
      maker,
      (reference) => !reference.list && reference.kind !== kind && isHidden(this.world.operations, reference.kind),
    )
    const output = await this.world.run(maker.name, this.#actorOf(maker), input)
    const names = [pick(output, field), (output as { id?: unknown }).id].filter((name): name is string => typeof name === 'string')
    return [...new Set(names)]
  }

  /** Creates a feature in this project of the scene. */
  async featureIn(project: string): Promise<string> {
    return (await this.world.run('createFeature', this.person, { project, title: `Text of ${this.hidden}` })).id
  }

  /** A valid input for this operation; also runs whatever must have happened before. */
  async input(
    operation: Operation,
    chosen: (reference: Reference) => boolean,
    rehearsal: Rehearsal | undefined = operation.contract.rehearsal,
  ): Promise<Record<string, unknown>> {
    const fixed: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(rehearsal?.input ?? {})) fixed[field] = await this.#value(value)
    if (rehearsal?.after) Object.assign(fixed, await this.#carry(rehearsal.after, rehearsal.carry ?? {}))
    const word = `${this.#isHidden(operation) ? this.hidden : `${this.canary}open`}${++this.#counter.count}`
    // A list gets a fresh resource, because a task can't block itself. Only admins can add members, so existing ones are used.
    const name = async ({ kind, list }: Reference) =>
      list && kind !== 'member' ? ((await this.fresh(kind))[0] as string) : this.name(kind)
    return exampleInput(operation.contract.input, { text: `Text of ${word}`, word, name }, chosen, fixed)
  }

  async #carry(after: string, carry: Record<string, string>): Promise<Record<string, unknown>> {
    const happened = this.#happened.get(after) ?? this.#happen(after)
    this.#happened.set(after, happened)
    const output = await happened
    return Object.fromEntries(Object.entries(carry).map(([field, path]) => [field, pick(output, path)]))
  }

  /** A prerequisite runs only once per scene: a task isn't claimed twice. */
  async #happen(name: string): Promise<unknown> {
    const operation = this.#operation(name)
    return this.world.run(name, this.#actorOf(operation), await this.input(operation, every))
  }

  /** What belongs to the instance is created by its administrator. */
  #actorOf({ contract }: Operation): Person | null {
    if (contract.permission === 'anyone') return null
    return contract.realm === 'instance' ? this.world.administrator : this.person
  }

  #isHidden({ contract }: Operation): boolean {
    const { operations } = this.world
    const { creates } = contract
    // What is created with a list of projects belongs to none of them.
    const references = referencesIn(contract.input).filter(({ list }) => !(list && creates))
    const kinds = [...references.map(({ kind }) => kind), ...(creates ? [creates.ref] : [])]
    return kinds.some((kind) => isHidden(operations, kind))
  }

  async #value(value: unknown): Promise<unknown> {
    if (typeof value !== 'string' || !value.startsWith('$')) return value
    const make = this.#values[value.slice(1)]
    if (!make) throw new Error(`the rehearsal asks for ${value}, which the scene does not know`)
    return make()
  }

  readonly #values: Record<string, () => unknown> = {
    email: () => this.person.user.email,
    password: () => this.person.password,
    new_email: () => `${this.canary}${randomWord(6)}@example.com`,
    new_handle: () => `${this.canary}open${randomWord(6)}`,
    new_key: () => `K${randomWord(8).toUpperCase()}`,
    stranger_handle: async () => (await this.world.run('register', null, await this.input(this.#operation('register'), every))).user.handle,
    setup_token: async () => {
      const token = newSecret()
      const values = [digest(token), `${this.canary}${randomWord(6)}@example.com`]
      await this.world.look(
        "insert into auth.setup_links (hash, email, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')",
        values,
      )
      return token
    },
    mailed_code: async () => mailedSecret(this.world.baton, 'code', await this.#provenEmail()),
    magic_link_token: async () => mailedSecret(this.world.baton, 'magic_link', await this.#provenEmail()),
    reset_token: async () => {
      const { user } = await this.world.run('register', null, await this.input(this.#operation('register'), every))
      return mailedSecret(this.world.baton, 'reset', user.email)
    },
    verify_token: () => mailedSecret(this.world.baton, 'verify', this.person.user.email, this.person.user.id),
    // Changes to the address they already have, because their login must keep working.
    change_token: () => mailedSecret(this.world.baton, 'change', this.person.user.email, this.person.user.id),
    invite_token: () => this.invited(),
    unsubscribe_token: () => unsubscribeToken(this.world.baton.node.assembly.kernel, this.person.user.id),
    push_endpoint: () => `https://${this.canary.toLowerCase()}.example.com/${newSecret()}`,
    other_task: async () => (await this.fresh('task'))[0],
    other_project: async () => (await this.fresh('project'))[0],
    task_names: async () => [await this.name('task')],
    first_comment: async () => {
      const item = await this.name('task')
      return (await this.world.run('createComment', this.person, { item, body: `Text of ${this.hidden}` })).id
    },
    question_task: () => this.name('task'),
    question: async () => {
      const [item, input] = [await this.name('task'), { body: `${this.canary}open?`, choices: ['Up', 'Down'] }]
      return (await this.world.run('createComment', this.person, { item, ...input })).id
    },
    deleted_organization: async () => {
      const { id } = await this.world.run('createOrganization', this.person, await this.input(this.#operation('createOrganization'), every))
      await this.world.run('deleteOrganization', this.person.in(id), {})
      return id
    },
    deleted_project: async () => {
      const { id } = await this.world.run('createProject', this.person, await this.input(this.#operation('createProject'), every))
      // Deleted by SQL, because the caller may not be allowed to delete.
      await this.world.look('update projects set deleted_at = now() where id = $1', [id])
      return id
    },
    // Two more than are decided on, so that there is a list of them.
    set_aside_id: async () => {
      const ids = [newId(), newId(), newId()]
      await this.world.look(
        `insert into auth.set_aside (id, user_id, kind, org_id, target_id, name, role, created_at)
          select id, $2, 'membership', $3, $3, $4, 'member', now() from unnest($1::uuid[]) as id`,
        [ids, this.person.user.id, this.organization.id, `${this.canary}open`],
      )
      return ids[0]
    },
    restore_token: async () => {
      const newcomer = await this.world.baton.person()
      await this.world.run('deleteAccount', newcomer, {})
      const login = this.world.run('login', null, { email: newcomer.user.email, password: newcomer.password })
      return login.catch(({ extra }) => extra.restore_token)
    },
    ...secondFactorValues(() => this),
    ...featureValues(() => this),
    ...codeValues(() => this),
    ...machineValues(() => this),
    ...runValues(() => this),
    ...workspaceValues(() => this),
    ...integrationValues(() => this),
    ...syncValues(() => this),
    ...publishingValues(() => this),
    ...adminValues(() => this),
    ...marketValues(() => this),
    token_id: () => this.name('mcp_token'),
    device_code: async () => {
      const { device_code, user_code } = await this.world.run('requestDevice', null, {})
      await this.world.run('approveDevice', this.person, { user_code })
      return device_code
    },
    oauth_login_code: () => this.#oauthCode('login', 'github'),
    oauth_verifier: () => oauthVerifier,
    oauth_challenge: () => digest(oauthVerifier).toString('base64url'),
    oauth_link_code: async () => {
      await this.#provenEmail()
      return this.#oauthCode('link', await this.#nextProvider())
    },
    oauth_provider: () => this.#provenEmail().then(() => 'github'),
    shared_user: () => this.organization.handle,
    shared_note: async () => {
      const [note] = await this.fresh('note')
      return (await this.world.run('publishNote', this.person, { note })).public_slug
    },
    shared_word: async () => {
      const title = `${this.canary}open`
      for (let notes = 0; notes < 2; notes++) {
        const { id } = await this.world.run('createNote', this.person, { title })
        await this.world.run('publishNote', this.person, { note: id })
      }
      return title
    },
  }

  /** The code that a browser brings back from a provider. */
  async #oauthCode(purpose: 'login' | 'link', provider: string): Promise<string> {
    const code = newSecret()
    const challenge = purpose === 'login' ? digest(oauthVerifier).toString('base64url') : null
    await this.world.look(
      `insert into auth.oauth_codes (hash, purpose, user_id, provider, subject, email, challenge, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, now(), now() + interval '1 minute')`,
      [digest(code), purpose, this.person.user.id, provider, randomWord(12), `${this.canary}@example.com`, challenge],
    )
    return code
  }

  /** A different provider each time, with no account connected, so that two stages of one check don't interfere. */
  async #nextProvider(): Promise<string> {
    const provider = providerNames[providersUsed++ % providerNames.length] as string
    await this.world.look('delete from auth.identities where user_id = $1 and provider = $2', [this.person.user.id, provider])
    return provider
  }

  /** Verifying an address ends the sessions of an account that had never done so, so this one is marked as verified. */
  async #provenEmail(): Promise<string> {
    const { id, email } = this.person.user
    await this.world.look('update auth.accounts set email_verified_at = now() where user_id = $1 and email_verified_at is null', [id])
    return email
  }

  #operation(name: string): Operation {
    const operation = this.world.operations.get(name)
    if (!operation) throw new Error(`the registry has no operation ${name}`)
    return operation
  }
}
