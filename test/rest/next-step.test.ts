import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contracts } from '../../src/capabilities/contracts.ts'
import { forAgents, forPeople, forPrograms } from '../../src/doors/shared/next-step.ts'
import type { Contract } from '../../src/kernel/contract.ts'

const byName: Record<string, Contract> = contracts
const root = fileURLToPath(new URL('../../src/capabilities/', import.meta.url))
/** Files with the texts of refusals and gates, but not texts that only agents read. */
const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.(contract|queries)\.ts$|write-agents-md|notice-words/.test(file))

const sentence = 'List them with {listViews}. Or report it: {advanceFeature with commit|reportCommit}. {getAgent} tells why.'

test('what comes next is a route for a program, a tool for an agent, and a page for a person', () => {
  expect(forPrograms(sentence)).toBe(
    'List them with GET /api/views. Or report it: POST /api/features/:id/commits. GET /api/agents/:id tells why.',
  )
  expect(forAgents(sentence)).toBe('A person finds them in the dashboard. Or report it: advance_feature with commit. get_agent tells why.')
  expect(forPeople(`No view here. ${sentence}`)).toBe('No view here. Or report it in the dashboard. The dashboard tells why.')
  expect(forPeople('Send one ({createInvite}). Read it with {getSpec}, or see {getNote}.')).toBe(
    'Send one. Read it in the dashboard, or see the dashboard.',
  )
  expect(forPrograms('Restore it first: {archiveProject with restore: true}.')).toBe('Restore it first: POST /api/projects/:slug/restore.')
  expect(forPrograms('Nothing {here} is ours, and {this neither}.')).toBe('Nothing {here} is ours, and {this neither}.')
})

test('every operation that a handler names is one, and a program can call it', () => {
  const named = files.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/[^$]\{([a-z]+[A-Z]\w*)(?: with [^{}|]+)?(?:\|(\w+))?\}/g)].flatMap(
      ([, one = '', other]) => [one, other ?? one].map((name) => ({ file, name })),
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !byName[name])).toEqual([])
  expect(named.filter(({ name }) => !byName[name]?.http && !byName[name]?.mcp)).toEqual([])
})

test('no handler names a route or asks which door it serves', () => {
  for (const file of files) {
    const text = readFileSync(root + file, 'utf8')
    expect(text, file).not.toMatch(/(GET|POST|PUT|PATCH|DELETE) \/api\//)
    expect(text, file).not.toContain('call.door')
  }
})
