import type { Output } from '@baton/client'
import { useMemo } from 'react'
import { usePermissions } from './permissions.ts'
import { useRead } from './reads.ts'
import { currentUserId } from './current-user.ts'

export type Member = Output<'listMembers'>['items'][number]
type Agent = Output<'listAgents'>['items'][number]

/** Whoever did something: a person, or an agent on behalf of one. */
export interface Actor {
  name: string
  kind: 'person' | 'agent'
  /** The person the agent acts for. */
  of?: string
}

export interface People {
  members: readonly Member[]
  agents: readonly Agent[]
  /** The current user's id. */
  me: string
  role: Member['role'] | undefined
  /** Whether the current user has write access here. */
  writes: boolean
  manages: boolean
  actor(user: string | null, agent?: string | null): Actor
}

/** Resolves user and agent ids of the organization to names, and tells who the current user is. */
export function usePeople(): People {
  const { data: members } = useRead('listMembers', { limit: 100 })
  const { data: agents } = useRead('listAgents', { limit: 100 })
  const { data: own } = useRead('myRole', {})
  const { writes, manages } = usePermissions()
  return useMemo(() => {
    const people = new Map(members?.items.map((one) => [one.user_id, one.name]))
    const helpers = new Map(agents?.items.map((one) => [one.id, one.name]))
    return {
      members: members?.items ?? [],
      agents: agents?.items ?? [],
      me: currentUserId(),
      role: own?.organization_role,
      writes,
      manages,
      actor(user, agent) {
        const person = user === null ? undefined : (people.get(user) ?? (members ? 'Former member' : '…'))
        if (!agent) return { name: person ?? 'Baton', kind: 'person' }
        return { name: helpers.get(agent) ?? 'An agent', kind: 'agent', ...(person && { of: person }) }
      },
    }
  }, [members, agents, own, writes, manages])
}
