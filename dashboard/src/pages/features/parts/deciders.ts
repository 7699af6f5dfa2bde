import { usePeople, type Member } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import type { Feature, Gate } from './words.ts'

export interface Deciders {
  /** Who may decide at the feature's current gate. */
  people: readonly Member[]
  /** Whether the current user is one of them. */
  me: boolean
  author: boolean
  /** The current user has already approved, and others must follow. */
  given: boolean
  /** The organization has no other member. */
  alone: boolean
}

function mayDecide(gate: Gate, { user_id, role }: Member): boolean {
  if (role === 'viewer') return false
  if (gate.kind !== 'approval' || gate.approvers.length + gate.roles.length === 0) return true
  return gate.approvers.includes(user_id) || gate.roles.some((one) => one === role)
}

/** Who can decide at a gate that needs people: the same rule as the server's, so that nobody is offered what it would refuse. */
export function useDeciders(feature: Feature): Deciders {
  const { members, me } = usePeople()
  const { data: settings } = useRead('getFeatureSettings', {})
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find(({ id }) => id === feature.project_id)
  const hidden = project?.visibility === 'private'
  const { data: insiders } = useRead('listProjectMembers', { project: project?.slug ?? '' }, { enabled: hidden })
  const gate = feature.requirements.find(({ key }) => key === feature.gate)
  const authors = new Set(feature.authors.map(({ user_id }) => user_id))
  const self = (settings?.allow_self_approval ?? false) && members.length === 1
  const sees = ({ user_id, role }: Member) =>
    !hidden || role === 'owner' || role === 'admin' || (insiders?.items.some((one) => one.user_id === user_id) ?? false)
  const people = gate ? members.filter((one) => mayDecide(gate, one) && sees(one) && (self || !authors.has(one.user_id))) : []
  const given = feature.verdicts.some(
    (one) =>
      one.user_id === me &&
      one.gate === feature.gate &&
      one.by_person &&
      one.kind === gate?.kind &&
      one.verdict === 'approve' &&
      !one.voided_at,
  )
  return { people, me: people.some(({ user_id }) => user_id === me), author: authors.has(me), given, alone: members.length === 1 }
}
