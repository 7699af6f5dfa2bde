import { expect, test } from 'vitest'
import { argumentsOf, fieldsOf } from './schema-fields.ts'

test('text, numbers, choices and switches become controls, and what they hold the arguments', () => {
  const fields = fieldsOf({
    type: 'object',
    properties: {
      branch: { type: 'string', maxLength: 100, description: 'What to deploy' },
      replicas: { type: 'integer', minimum: 1, default: 2 },
      ratio: { type: 'number' },
      to: { enum: ['staging', 'production'] },
      force: { type: 'boolean' },
    },
    required: ['branch', 'to'],
    additionalProperties: false,
  })
  expect(fields?.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['branch', 'text', true],
    ['replicas', 'number', false],
    ['ratio', 'number', false],
    ['to', 'choice', true],
    ['force', 'boolean', false],
  ])
  expect(fields?.[0]).toMatchObject({ about: 'What to deploy', limits: { maxLength: 100 } })
  expect(fields?.[1]).toMatchObject({ initial: '2', limits: { min: 1, step: 1 } })
  const given = argumentsOf(fields ?? [], { branch: 'main', to: 'staging', force: 'true' })
  expect(given).toEqual({ branch: 'main', replicas: 2, to: 'staging', force: true })
})

test('an action without arguments has an empty form', () => {
  expect(fieldsOf({ type: 'object', additionalProperties: false })).toEqual([])
})

test('what says more than a form can is written as JSON', () => {
  const text = { type: 'string' }
  expect(fieldsOf({})).toBeNull()
  expect(fieldsOf({ type: 'object' })).toBeNull()
  expect(fieldsOf({ type: 'object', properties: { list: { type: 'array' } } })).toBeNull()
  expect(fieldsOf({ type: 'object', properties: { one: { enum: [1, 2] } } })).toBeNull()
  expect(fieldsOf({ type: 'object', properties: { text }, oneOf: [{ required: ['text'] }] })).toBeNull()
})
