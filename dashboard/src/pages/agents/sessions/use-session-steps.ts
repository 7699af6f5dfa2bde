import type { Output } from '@baton/client'
import { useMemo } from 'react'
import { useList, useRead } from '../../../data/reads.ts'
import { stepsOf, type Step } from './steps.ts'

const ownBeginning = 100

/** Everything known about what a session did, step by step. */
export function useSessionSteps(session: Output<'getSession'> | undefined, id: string) {
  const live = session?.status === 'running'
  const calls = useRead('listSessionCalls', { session: id, limit: 500 }, { watch: live })
  const checkpoints = useList('listCheckpoints', { session: id, limit: 100 })
  const until = session?.ended_at
  // The log knows agents, not sessions: take what this agent did between the session's start and end.
  const activities = useList(
    'listActivities',
    {
      ...(session?.agent_id && { agent: session.agent_id }),
      ...(session && { since: new Date(Date.parse(session.started_at) - 1000).toISOString() }),
      ...(until && { until: new Date(Date.parse(until) + 1000).toISOString() }),
      limit: 100,
    },
    { enabled: Boolean(session?.agent_id) },
  )
  const steps = useMemo<Step[]>(() => {
    const began = Date.parse(session?.started_at ?? '')
    // The event of its own start is written slightly before the session's start time.
    const isOf = ({ at, type }: { at: string; type?: string }) =>
      Date.parse(at) >= began - (type?.startsWith('agent_session.') ? ownBeginning : 0)
    return stepsOf((calls.data?.calls ?? []).filter(isOf), checkpoints.items, activities.items.filter(isOf))
  }, [session?.started_at, calls.data, checkpoints.items.length, activities.items.length, activities.dataUpdatedAt])
  return { steps, truncated: calls.data?.truncated ?? false, checkpoints: checkpoints.items, live }
}
