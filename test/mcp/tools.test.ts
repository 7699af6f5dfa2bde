import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { instructions } from '../../src/doors/mcp/instructions.ts'
import { buildTools } from '../../src/doors/mcp/tools.ts'

const { list } = buildTools(operations.values())
const tool = (name: string) => list.find((one) => one.name === name)

test('every tool is one of the contract’s', () => {
  const lines = readFileSync(new URL('../contract/tools.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const named = lines.map((line) => line.split('\t')[1])
  for (const { name } of list) expect(named).toContain(name)
})

test('every tool has what a model wants to know, and nothing a model must pay for in vain', () => {
  for (const one of list) {
    expect(one.title, one.name).toBeTruthy()
    expect(one.description, one.name).toMatch(/\.$/)
    expect(one.inputSchema).toMatchObject({ type: 'object' })
    expect(one.outputSchema).toMatchObject({ type: 'object' })
    expect(JSON.stringify([one.inputSchema, one.outputSchema])).not.toContain('"$schema"')
    expect(JSON.stringify(one.outputSchema)).not.toContain('"additionalProperties":false')
  }
})

test('the hints follow from what the operation does', () => {
  expect(tool('list_tasks')?.annotations).toMatchObject({ readOnlyHint: true })
  expect(tool('create_task')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
  expect(tool('delete_task')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
})

test('a write takes an idempotency key, a read does not', () => {
  expect(tool('create_task')?.inputSchema.properties).toHaveProperty('idempotency_key')
  expect(tool('create_task')?.inputSchema.required).not.toContain('idempotency_key')
  expect(tool('list_tasks')?.inputSchema.properties).not.toHaveProperty('idempotency_key')
})

test('the instructions are short enough to be read whole', () => {
  expect(instructions.length).toBeLessThan(2000)
})
