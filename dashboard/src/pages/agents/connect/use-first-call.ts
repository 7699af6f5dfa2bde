import type { Output } from '@baton/client'
import { useEffect, useRef } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { act } from '../../../data/writes/act.ts'
import { currentUser } from '../../../data/session.ts'

export type NewToken = Output<'createMcpToken'>

export interface FirstCall {
  /** When the token was first accepted. */
  usedAt: string | null
  agent: { id: string; name: string } | null
  call: { tool: string; ok: boolean; at: string; milliseconds: number | null } | null
}

/** Progress of a new token. An agent is registered by its first tool call, which the log reports at once; use of a token is recorded
 *  and reported only every few seconds. */
export function useFirstCall(token: NewToken | null): FirstCall {
  const me = currentUser()?.id
  const { data: agents } = useRead('listAgents', { limit: 50 }, { enabled: token !== null })
  const agent = token
    ? agents?.items.find(({ id, owner_id, created_at }) =>
        token.agent_id ? id === token.agent_id : owner_id === me && created_at >= token.created_at,
      )
    : undefined
  const known = agent && !token?.agent_id ? agent : undefined
  useNamedAfter(token, known)
  const { data: calls } = useRead('getLastCalls', agent ? { agent: agent.id } : {}, {
    enabled: agent !== undefined,
    watch: token !== null,
  })
  const last = calls?.agents.find(({ id, at }) => id === agent?.id && token && at >= token.created_at)
  const waiting = token !== null && !last
  const { data: tokens } = useRead('listMcpTokens', { limit: 50 }, { watch: waiting })
  const usedAt = tokens?.items.find(({ id }) => id === token?.id)?.last_used_at ?? last?.at ?? known?.created_at ?? null
  const { data: telemetry } = useRead('getToolTelemetry', agent ? { agent: agent.id } : {}, { enabled: last !== undefined })
  const counted = telemetry?.tools.find(({ tool }) => tool === last?.tool)
  return {
    usedAt,
    agent: last && agent ? agent : (known ?? null),
    call: last ? { ...last, milliseconds: counted ? Math.round(counted.milliseconds / Math.max(1, counted.calls)) : null } : null,
  }
}

/** A client registers its agent under the client's own name, which all agents of that kind share: the token's name tells them apart. */
function useNamedAfter(token: NewToken | null, agent: { id: string; name: string; client_name: string | null } | undefined): void {
  const organization = useOrganization()
  const named = useRef('')
  useEffect(() => {
    if (!token || !agent || named.current === agent.id || agent.name !== agent.client_name || agent.name === token.name) return
    named.current = agent.id
    const input = { agent: agent.id, name: token.name }
    void act({ organization, operation: 'updateAgent', input, label: `Name the agent ${token.name}`, then: ['listAgents'] })
  }, [token, agent, organization])
}
