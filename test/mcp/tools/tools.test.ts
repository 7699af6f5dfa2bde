import { readFileSync } from 'node:fs'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { instructions } from '../../../src/doors/mcp/instructions.ts'
import { buildTools } from '../../../src/doors/mcp/tools/tools.ts'

const { list } = buildTools(operations.values())
const tool = (name: string) => list.find((one) => one.name === name)

test('the tools are exactly those of the contract', () => {
  const lines = readFileSync(new URL('../../contract/tools.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const named = lines.map((line) => line.split('\t')[1])
  expect(list.map(({ name }) => name).toSorted()).toEqual(named.toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1)))
  expect(list).toHaveLength(55)
})

test('all of them cost a model at most 10,000 tokens', () => {
  const tokens = list.map(
    ({ name, description, inputSchema }) => [name, encode(JSON.stringify({ name, description, inputSchema })).length] as const,
  )
  const dearest = tokens.toSorted((one, other) => other[1] - one[1]).slice(0, 5)
  expect(
    tokens.reduce((sum, [, count]) => sum + count, 0),
    `the dearest: ${dearest.join('; ')}`,
  ).toBeLessThanOrEqual(10_000)
})

test('every parameter says what it is for', () => {
  for (const { name, inputSchema } of list) {
    for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect((schema as { description?: string }).description, `${name} ${parameter}`).toBeTruthy()
    }
  }
})

test('every text that a model writes says how long it may be', () => {
  const limitOf = (name: string, parameter: string) =>
    (tool(name)?.inputSchema.properties?.[parameter] as { maxLength?: number } | undefined)?.maxLength
  expect(limitOf('checkpoint_session', 'progress')).toBe(4000)
  expect(limitOf('checkpoint_session', 'state')).toBe(20_000)
  expect(limitOf('end_session', 'outcome')).toBe(4000)
  expect(limitOf('store_memory', 'content')).toBe(20_000)
  expect(limitOf('search_memory', 'query')).toBe(1000)
  expect(limitOf('create_task', 'description')).toBe(20_000)
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

test('a title is a few words, a description one sentence', () => {
  for (const { name, title, description } of list) {
    expect(title?.length, name).toBeLessThanOrEqual(24)
    expect(description?.length, name).toBeLessThanOrEqual(200)
    expect(description, name).toMatch(/^[A-Z]/)
  }
})

test('the hints follow from what the operation does', () => {
  for (const { name, annotations } of list) {
    const reads = /^(list|get|search)_/.test(name)
    const deletes = /^(delete|clear)_/.test(name)
    expect(annotations, name).toMatchObject({ readOnlyHint: reads, openWorldHint: false })
    if (!reads) expect(annotations, name).toMatchObject({ destructiveHint: deletes, idempotentHint: expect.any(Boolean) })
  }
})

test('what deletes can be confirmed, and nothing else', () => {
  for (const { name, inputSchema, annotations } of list) {
    expect('confirm' in (inputSchema.properties ?? {}), name).toBe(annotations?.destructiveHint === true)
  }
})

test('a read that returns much has two forms', () => {
  const fixed = ['get_note', 'get_spec', 'get_skill', 'get_activity', 'generate_agents_md']
  for (const { name, inputSchema, annotations } of list) {
    const has = 'response_format' in (inputSchema.properties ?? {})
    expect(has, name).toBe(annotations?.readOnlyHint === true && !fixed.includes(name))
  }
})

test('store_memory advertises what the specification names: content, tags and scope', () => {
  expect(Object.keys(tool('store_memory')?.inputSchema.properties ?? {})).toEqual(expect.arrayContaining(['content', 'tags', 'scope']))
})

test('a write takes an idempotency key, a read does not', () => {
  expect(tool('create_task')?.inputSchema.properties).toHaveProperty('idempotency_key')
  // Idempotent tools accept one too, but don't have to list it.
  expect(tool('complete_task')?.inputSchema.properties).not.toHaveProperty('idempotency_key')
  expect(tool('create_task')?.inputSchema.required).not.toContain('idempotency_key')
  expect(tool('list_tasks')?.inputSchema.properties).not.toHaveProperty('idempotency_key')
})

/** An address that offers fewer tools says so in front of the instructions. */
const longestNote = 98

test('the instructions name what a model would not look for', () => {
  for (const name of [
    'search_memory',
    'store_memory',
    'log_decision',
    'list_decisions',
    'create_feature',
    'advance_feature',
    'create_spec',
  ]) {
    expect(instructions).toContain(name)
    expect(tool(name), name).toBeDefined()
  }
})

test('the instructions are short enough to be read whole', () => {
  expect(instructions.length).toBeLessThanOrEqual(2048 - longestNote)
})
