import { expect, test } from 'vitest'
import { stepWords } from './step-words.ts'

test.each([
  ['create_spec', 'Create spec'],
  ['spec.created', 'Create spec'],
  ['store_memory', 'Save memory'],
  ['memory.stored', 'Save memory'],
  ['agent_session.started', 'Create session'],
  ['create_session', 'Create session'],
  ['get_task', 'Read task'],
  ['agent.budget_reached', 'Agent: budget reached'],
])('%s is told as %s', (name, words) => {
  expect(stepWords(name)).toBe(words)
})
