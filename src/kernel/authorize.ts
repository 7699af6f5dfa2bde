import type { Database, Tx } from '../platform/postgres.ts'
import type { OrganizationRole, Principal } from './context.ts'
import type { Contract, Level } from './contract.ts'
import { Refusal } from './errors.ts'

const rank: Record<OrganizationRole, number> = { viewer: 0, member: 1, admin: 2, owner: 3 }
const needed: Record<Level, OrganizationRole> = { read: 'viewer', write: 'member', manage: 'admin', own: 'owner' }
const levels = Object.keys(needed) as Level[]
const freshFor = 10 * 60_000

/** Whether an organization is part of what is asked. Whatever else a request asks, one that it names and that is gone takes nothing away. */
export const actsInOrganization = ({ realm, in_organization }: Contract): boolean => realm === 'organization' || in_organization === true

/** Checks the realm and the static permission: everything that can be decided before reading any row. */
export function authorize(contract: Contract, principal: Principal, now: Date): void {
  if (contract.permission === 'anyone') return
  const kind = principal.credential.kind
  if (contract.permission === 'system') {
    if (kind !== 'system') throw new Refusal('forbidden', 'Only the worker may do this.')
    return
  }
  if (!principal.user && kind !== 'ci_job') {
    throw new Refusal('unauthenticated', 'Send a valid credential in the Authorization header: Bearer <token>.')
  }
  if (contract.realm === 'instance' && !principal.administrator) {
    throw new Refusal('forbidden', 'Only an administrator of this instance may do this.')
  }
  if (principal.impersonator && (contract.needs_person || contract.not_impersonated)) throw impersonating()
  if (principal.scopes) authorizeScope(contract, principal)
  if (actsInOrganization(contract)) requireOrganization(principal)
  if (contract.realm === 'organization') authorizeRole(contract.permission, principal)
  if (contract.needs_person) requirePerson(principal, now)
}

/** Checks that depend on which fields the input sets. */
export function authorizeInput(contract: Contract, principal: Principal, input: unknown, now: Date): void {
  const { person_for = [], needs_proven_email = [] } = contract
  const named = (fields: readonly string[]) => fields.some((field) => isGiven((input as Record<string, unknown>)[field]))
  if (named(person_for)) requirePerson(principal, now)
  if (principal.unproven && (needs_proven_email === true || named(needs_proven_email))) throw unprovenEmail()
}

const impersonating = () => new Refusal('forbidden', 'Not while you’re acting as someone else. Stop first.', { reason: 'impersonating' })
export const unprovenEmail = () =>
  new Refusal('forbidden', 'Verify your email address first: open the link we emailed you.', { reason: 'email_unproven' })

const isGiven = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** The levels a role grants. Clients that show or hide controls use this, so none of them needs a permission table of its own. */
export const levelsOf = (role: OrganizationRole): Level[] => levels.filter((level) => rank[role] >= rank[needed[level]])

/** The organization that the caller acts in, or why there is none. */
export function requireOrganization({ organization, noOrganization }: Principal): NonNullable<Principal['organization']> {
  if (organization) return organization
  throw noOrganization ?? new Refusal('forbidden', 'You are not a member of this organization.')
}

function authorizeRole(permission: string, principal: Principal): void {
  const { role } = requireOrganization(principal)
  const least = needed[permission.slice(permission.lastIndexOf(':') + 1) as Level]
  if (!least) throw new Refusal('forbidden', 'You are not a member of this organization.')
  if (rank[role] < rank[least]) {
    throw new Refusal('forbidden', `This needs the role ${least} or higher in the organization; yours is ${role}. Ask an admin.`)
  }
}

/** A scope is a permission, and a higher level of the same domain covers it. The user's own data is `account` unless the contract names another. */
function authorizeScope(contract: Contract, { scopes, impersonator }: Principal): void {
  const own = `account:${contract.effect === 'read' ? 'read' : 'write'}`
  const scope = contract.realm === 'organization' ? contract.permission : (contract.realm === 'identity' && contract.scope) || own
  const [domain, level = ''] = scope.split(':')
  const covers = (granted: string): boolean => {
    const [name, max = ''] = granted.split(':')
    return granted === '*' || (name === domain && rankOf(max) >= rankOf(level))
  }
  if (scopes?.some(covers)) return
  if (impersonator) throw impersonating()
  throw new Refusal('forbidden', `This credential lacks the scope ${scope}. Use one that has it.`, { scope })
}

const rankOf = (level: string): number => rank[needed[level as Level] ?? 'viewer']

/** Whether a person has proven their presence within the last ten minutes. */
export function isPresent({ credential, authenticatedAt }: Principal, now: Date): boolean {
  return credential.kind === 'interactive' && authenticatedAt !== null && now.getTime() - authenticatedAt.getTime() <= freshFor
}

/** Also called by handlers, for calls that only a handler can tell to need a person. */
export function requirePerson(principal: Principal, now: Date): void {
  if (principal.credential.kind !== 'interactive') {
    throw new Refusal('needs_person', 'Only a person who has logged in can do this; keys, tokens and devices can’t.')
  }
  if (!isPresent(principal, now)) {
    throw new Refusal('needs_person', 'This needs a login of the last ten minutes. Log in again and repeat it.')
  }
}

export interface AgentCheck {
  database: Database
  /** Throws if the agent has been stopped. */
  requireActiveAgent(tx: Tx, org: string, agent: string): Promise<void>
}

/** Checks, in the organization's own transaction, that the agent may write there. */
export function checkAgent(kernel: AgentCheck, realm: string, tx: Tx, { agent, organization }: Principal): Promise<void> | undefined {
  if (!agent || !organization || realm !== 'organization') return undefined
  return kernel.requireActiveAgent(tx, organization.id, agent)
}

/** The same check for operations of other realms: made before their transaction, in a separate one in the agent's organization. */
export async function checkAgentElsewhere(kernel: AgentCheck, realm: string, { agent, organization, user }: Principal): Promise<void> {
  if (!agent || !organization || realm === 'organization') return
  const scope = { org: organization.id, user }
  await kernel.database.withRealm('organization', scope, 'read', (tx) => kernel.requireActiveAgent(tx, organization.id, agent))
}
