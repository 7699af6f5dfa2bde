import type { z } from 'zod'
import type { Contract } from '../../../kernel/contract.ts'
import { ClientSession } from '../../../capabilities/vocabulary.contract.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { invalidInput } from '../../../kernel/invalid-input.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { keepsOwnFormat } from './tool-schema.ts'
import type { Format } from './tool-result.ts'

type Fields = Record<string, unknown>

/** A tool's arguments: the operation's input, and those that the door itself handles. */
export interface Arguments {
  input: Fields
  key: string | undefined
  confirmed: boolean
  format: Format | undefined
  /** The window that calls, as its hooks say: accepted by every tool, since a hook can change nothing but arguments. */
  window: string | undefined
}

export function readArguments({ contract }: Operation, given: Fields, now: Date): Arguments {
  const { idempotency_key: key, confirm, response_format: format, client_session: window, ...input } = given
  for (const name of ['since', 'until']) if (name in input) input[name] = momentOf(input[name], now)
  if (contract.effect === 'read') restore(input, 'idempotency_key', key)
  else if (key !== undefined && (typeof key !== 'string' || key.length === 0 || key.length > 255)) {
    throw new Refusal('invalid', 'idempotency_key must be text of 1 to 255 characters.')
  }
  if (contract.effect !== 'delete') restore(input, 'confirm', confirm)
  else if (confirm !== undefined && typeof confirm !== 'boolean') throw new Refusal('invalid', 'confirm must be true or false.')
  if (keepsOwnFormat(contract)) restore(input, 'response_format', format)
  else if (format !== undefined && format !== 'concise' && format !== 'detailed') {
    throw new Refusal('invalid', 'response_format must be concise or detailed.')
  }
  if ('client_session' in ((contract.input as z.ZodObject).shape ?? {})) restore(input, 'client_session', window)
  else if (window !== undefined && !ClientSession.safeParse(window).success) {
    throw new Refusal('invalid', 'client_session must be the session id of your client.')
  }
  refuseUnknownFields(contract, input)
  return {
    input,
    key: contract.effect === 'read' ? undefined : (key as string | undefined),
    confirmed: confirm === true,
    format: format as Format | undefined,
    window: window as string | undefined,
  }
}

/** An argument that the door does not handle is for the operation to accept or refuse. */
function restore(input: Fields, name: string, value: unknown): void {
  if (value !== undefined) input[name] = value
}

/** Reported here, because the operation does not know the door's own arguments. */
function refuseUnknownFields({ input: schema, effect, mcp }: Contract, input: Fields): void {
  const known = (schema as z.ZodObject).shape
  if (!known || Object.keys(input).every((name) => name in known)) return
  const doors = [...Object.keys(mcp?.variants?.input ?? {}), 'response_format']
  if (effect !== 'read') doors.push('idempotency_key')
  if (effect === 'delete') doors.push('confirm')
  const { error } = schema.safeParse(input)
  if (error) throw invalidInput(schema, error.issues, doors)
}

const hour = 3_600_000
const spans: Record<string, number> = { h: hour, d: 24 * hour, w: 7 * 24 * hour }

/** Converts `today`, `yesterday`, `2h`, `3d` and `1w` to a time; returns anything else unchanged. */
function momentOf(value: unknown, now: Date): unknown {
  if (typeof value !== 'string') return value
  if (value === 'today' || value === 'yesterday') {
    return new Date(now.getTime() - (value === 'today' ? 0 : 24 * hour)).toISOString().slice(0, 10)
  }
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(value) ?? []
  return count === undefined ? value : new Date(now.getTime() - Number(count) * (spans[unit] ?? 0)).toISOString()
}
