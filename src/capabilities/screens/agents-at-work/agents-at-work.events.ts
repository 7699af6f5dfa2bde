import { event } from '../../../kernel/events.ts'

interface Stuck {
  agent: { id: string; slug: string; name: string; owner_id: string }
  /** Where it is stuck; outside of a project, the event goes to its owner only. */
  project_id: string | null
  reason: string
  since: string | null
  told: string[]
}

const place = ({ agent, project_id }: Pick<Stuck, 'agent' | 'project_id'>) => ({
  subject_id: agent.id,
  ...(project_id ? { project_id } : { owner_id: agent.owner_id }),
})

export const agentStuck = event<Stuck>('agent.stuck', place)
export const agentRecovered = event<Pick<Stuck, 'agent' | 'project_id'>>('agent.recovered', place)
