import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { requireMember } from '../../organizations/organizations/require-member.ts'
import type { Gate } from './gate.ts'
import type { GatesInput } from './gates.contract.ts'

/** Gates in the form they are stored in: validated, and with approvers who are members. */
export async function settleGates(ctx: Context, wanted: z.output<typeof GatesInput>): Promise<Gate[]> {
  const problem = problemOf(wanted)
  if (problem) throw new Refusal('invalid', problem)
  const gates: Gate[] = []
  for (const gate of wanted) {
    if (gate.kind !== 'approval') gates.push(gate)
    else gates.push({ ...gate, approvers: await usersOf(ctx, gate.approvers) })
  }
  return gates
}

async function usersOf(ctx: Context, names: readonly string[]): Promise<string[]> {
  const users = new Set<string>()
  for (const name of names) users.add((await requireMember(ctx, name)).user_id)
  return [...users]
}

function problemOf(gates: z.output<typeof GatesInput>): string | null {
  const keys = gates.map((gate) => gate.key)
  if (new Set(keys).size < keys.length) return 'gates: every gate needs a unique key.'
  const code = gates.findIndex((gate) => !gate.before_code)
  if (code === -1) return 'gates: what ships must be checked as it ships, so the last gate cannot be before_code.'
  if (gates.slice(code).some((gate) => gate.before_code)) return 'gates: those marked before_code come first.'
  const early = new Set(gates.slice(0, code).flatMap(checksOf))
  const both = gates
    .slice(code)
    .flatMap(checksOf)
    .find((check) => early.has(check))
  if (both) return `gates: the check ${both} is asked for before and after there is code; give the two their own names.`
  const crowded = gates.find(
    (gate) => gate.kind === 'approval' && gate.approvers.length > 0 && !gate.roles.length && gate.approvers.length < gate.approvals,
  )
  return crowded ? `gates: ${crowded.key} asks for more approvals than it names approvers.` : null
}

const checksOf = (gate: z.output<typeof GatesInput>[number]): string[] =>
  gate.kind === 'evidence' ? gate.checks.map(({ check }) => check) : []
