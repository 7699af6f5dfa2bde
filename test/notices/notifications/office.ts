import { z } from 'zod'
import { operations } from '../../../src/capabilities/operations.ts'
import { authenticateSession } from '../../../src/capabilities/identity/login/authenticate.ts'
import { system, type Principal } from '../../../src/kernel/context.ts'
import { contract } from '../../../src/kernel/contract.ts'
import { event } from '../../../src/kernel/events.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { implement, type Operation } from '../../../src/kernel/operation.ts'
import type { Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'

interface Happening {
  type: string
  project_id?: string
  owner_id?: string
  data: Record<string, unknown>
}

/** Appends any event to the log, as the capability that emits it would. */
const happen = implement(
  contract({
    summary: 'Something happens',
    realm: 'organization',
    permission: 'task:write',
    effect: 'change',
    input: z.object({
      type: z.string(),
      project_id: z.string().optional(),
      owner_id: z.string().optional(),
      data: z.record(z.string(), z.unknown()),
    }),
    output: z.object({}),
  }),
  async (ctx, { type, project_id, owner_id, data }) => {
    ctx.emit(
      event<unknown>(type, () => ({ ...(project_id && { project_id }), ...(owner_id && { owner_id }) })),
      data,
    )
    return {}
  },
)

/** An organization whose members are notified of each other's work. */
export class Office {
  readonly baton: Baton
  readonly owner: Person
  readonly #people: Person[]

  private constructor(baton: Baton, owner: Person) {
    this.baton = baton
    this.owner = owner
    this.#people = [owner]
  }

  static async open(baton: Baton, owner: Person, handle: string): Promise<Office> {
    return new Office(baton, await owner.createOrganization(handle))
  }

  get id(): string {
    return this.owner.organization ?? ''
  }

  async join(person: Person, role = 'member'): Promise<Person> {
    await this.run('addMember', this.owner, { user: person.user.handle, role })
    const member = person.in(this.id)
    this.#people.push(member)
    return member
  }

  /** Advances the clock and logs everybody in again. */
  async pass(milliseconds: number): Promise<void> {
    this.baton.clock.advance(milliseconds)
    for (const person of this.#people) {
      const { email } = person.user
      person.token = (await send(person.url, 'POST', '/api/auth/login', { email, password: person.password })).body.token
    }
  }

  async run(name: string, person: Person, input: unknown): Promise<any> {
    return this.#execute(operations.get(name) as Operation, await this.#principal(person), input)
  }

  async happen(person: Person, happening: Happening, agent: string | null = null): Promise<void> {
    await this.#execute({ name: 'happen', ...happen } as unknown as Operation, { ...(await this.#principal(person)), agent }, happening)
  }

  read = (times?: number): Promise<void> => readLog(this.baton, this.id, times)

  async #principal(person: Person): Promise<Principal> {
    return authenticateSession(this.baton.node.assembly.kernel, person.token, person.organization)
  }

  #execute(operation: Operation, principal: Principal, input: unknown): Promise<unknown> {
    return execute(this.baton.node.assembly.kernel, operation, principal, input, { door: 'test' })
  }
}

/** What a worker does after a hint; with `times`, as if several workers received it. */
export async function readLog(baton: Baton, org: string, times = 1): Promise<void> {
  const reader = operations.get('notifyFromLog')
  const read = () => execute(baton.node.assembly.kernel, reader, system(org), {}, { door: 'worker' })
  await Promise.all(Array.from({ length: times }, read))
}

export const inbox = async (person: Person, query = ''): Promise<any[]> => (await person.do('GET', `/api/notifications${query}`)).items

/** The same as strings of kind and subject, oldest first. */
export const told = async (person: Person): Promise<string[]> =>
  (await inbox(person)).map(({ kind, subject }) => `${kind} ${subject?.ref ?? ''}`.trim()).reverse()
