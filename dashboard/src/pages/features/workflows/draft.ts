import type { Input } from '@baton/client'
import type { Condition, Gate, Rank } from '../parts/words.ts'
import { argvOf, lineOf } from './command-words.ts'

/** A gate being edited: it has the fields of every kind, so that changing the kind loses no input. */
export interface GateDraft {
  /** Only a key for React: keys and names change while typing. */
  id: string
  key: string
  name: string
  kind: Gate['kind']
  before_code: boolean
  requires: Condition[]
  /** `workflow`: the only file whose results count as CI; empty for any. `command`: what a receipt must have run; empty for none. */
  checks: { id: string; check: string; rank: Rank; workflow: string; command: string }[]
  count: number
  by: 'anyone' | 'person'
  approvers: string[]
  roles: ('owner' | 'admin' | 'member')[]
}

export const newCheck = (check = '', rank: Rank = 'reported', workflow = '', command = '') => ({
  id: crypto.randomUUID(),
  check,
  rank,
  workflow,
  command,
})

export const newGate = (): GateDraft => ({
  id: crypto.randomUUID(),
  key: '',
  name: '',
  kind: 'evidence',
  before_code: false,
  requires: [],
  checks: [newCheck()],
  count: 1,
  by: 'anyone',
  approvers: [],
  roles: [],
})

export function draftOf(gate: Gate): GateDraft {
  const { key, name, kind, before_code, requires = [] } = gate
  const base = { ...newGate(), key, name, kind, before_code, requires }
  if (gate.kind === 'evidence')
    return {
      ...base,
      checks: gate.checks.map(({ check, rank, workflow, command }) => newCheck(check, rank, workflow, command && lineOf(command))),
    }
  if (gate.kind === 'review') return { ...base, count: gate.reviews, by: gate.by }
  return { ...base, count: gate.approvals, approvers: gate.approvers, roles: gate.roles }
}

/** "Code review" becomes code-review: names of gates and checks are words that appear in refusals. */
export const keyOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export function gateInput(draft: GateDraft): Input<'createWorkflow'>['gates'][number] {
  const { name, before_code, requires, kind } = draft
  const head = { key: draft.key || keyOf(name), name: name.trim(), before_code, requires }
  if (kind === 'evidence') {
    const checks = draft.checks.map(({ check, rank, workflow, command }) => {
      const file = rank === 'ci' && workflow.trim()
      const argv = argvOf(command) ?? []
      return { check: keyOf(check), rank, ...(file && { workflow: file }), ...(argv.length > 0 && { command: argv }) }
    })
    return { ...head, kind, checks }
  }
  if (kind === 'review') return { ...head, kind, reviews: draft.count, by: draft.by }
  return { ...head, kind, approvals: draft.count, approvers: draft.approvers, roles: draft.roles }
}

/** What the server would refuse, reported while typing. */
export function problemOf(gates: readonly GateDraft[]): string | undefined {
  if (gates.length === 0) return 'A workflow needs at least one gate.'
  if (gates.some(({ name }) => !keyOf(name))) return 'Every gate needs a name.'
  if (gates.some(({ kind, checks }) => kind === 'evidence' && (checks.length === 0 || checks.some(({ check }) => !keyOf(check)))))
    return 'Evidence gates need at least one named check.'
  if (gates.some(({ kind, checks }) => kind === 'evidence' && checks.some(({ command }) => argvOf(command) === null)))
    return 'A command has an unclosed quote.'
  const keys = gates.map((one) => one.key || keyOf(one.name))
  if (new Set(keys).size < keys.length) return 'Two gates have the same name.'
  const code = gates.findIndex(({ before_code }) => !before_code)
  if (code === -1) return 'The last gate can’t be a pre-code gate.'
  if (gates.slice(code).some(({ before_code }) => before_code)) return 'Pre-code gates must come first.'
  return undefined
}
