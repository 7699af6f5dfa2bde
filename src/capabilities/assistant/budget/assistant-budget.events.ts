import { event } from '../../../kernel/events.ts'

interface Data {
  budget: { daily_tokens: number | null; monthly_tokens: number | null; daily_cost: number | null; monthly_cost: number | null }
}

export const assistantBudgetSet = event<Data>('assistant.budget_set', () => ({}))
