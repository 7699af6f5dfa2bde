import { expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { buildTools } from '../../../src/doors/mcp/tools/tools.ts'

test('the loop’s tools are loaded from the start, and every tool has words to be found by', () => {
  const { list } = buildTools(operations.values())
  const loaded = list.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
  expect(loaded.map(({ name }) => name)).toContain('claim_task')
  expect(loaded).toHaveLength(9)
  for (const { name, _meta } of list) expect(_meta?.['anthropic/searchHint'], name).toMatch(/^[\w.,' -]+$/)
})
