import { event } from '../../../kernel/events.ts'

interface Data {
  agent: { id: string; slug: string; name: string; project_id: string | null }
  budget: { daily_tokens: number | null; monthly_tokens: number | null; daily_cost: number | null; monthly_cost: number | null }
}

export const budgetSet = event<Data>('agent.budget_set', ({ agent }) => ({ subject_id: agent.id, project_id: agent.project_id }))
