import type { Gate } from '../workflows/gate.ts'

/** Which records stop counting: those about code, all of them, or those of certain gates. */
export type Scope = { reason: 'commit' } | { reason: 'spec' } | { reason: 'sent_back'; gates: string[]; checks: string[] }

export const from = (gates: readonly Gate[]): Scope => ({
  reason: 'sent_back',
  gates: gates.map((gate) => gate.key),
  checks: gates.flatMap((gate) => (gate.kind === 'evidence' ? gate.checks.map(({ check }) => check) : [])),
})
