import { isPlain } from '../../../../kernel/errors.ts'
import { isId } from '../../../../platform/ids.ts'
import { isSaid } from './concise-form.ts'
import { isNamed } from './lean-form.ts'

type Fields = Record<string, unknown>

const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

/**
 * The structured content as shorter text: one line per item or field, without empty values and ids of other things. Text by people is
 * quoted with its line breaks escaped, so that no line of it can pass for one of ours.
 */
export function renderText(output: Fields): string {
  const { items, next_cursor, ...rest } = output
  if (!Array.isArray(items)) return lines(output).join('\n') || 'Done.'
  const shown = items.map((item) => `- ${typeof item === 'object' && item !== null ? inLine(item as Fields) : show(item)}`)
  return [...lines(rest), heading(items.length, next_cursor, rest), ...shown].join('\n')
}

function heading(count: number, next: unknown, { total, more }: Fields): string {
  const many = `${count}${typeof total === 'number' && total !== count ? ` of ${total}` : ''} ${count === 1 ? 'item' : 'items'}`
  if (typeof next === 'string') return `${many}; there are more: repeat with cursor: ${next}`
  return typeof more === 'number' && more > 0 ? `${many}; ${more} more with a higher limit.` : `${many}; that is all.`
}

function lines(fields: Fields): string[] {
  const named = isNamed(fields)
  const said: string[] = []
  for (const name in fields) if (isTold(name, fields[name], named)) said.push(`${name}: ${show(fields[name])}`)
  return said
}

/** The same in one line. */
function inLine(fields: Fields): string {
  const named = isNamed(fields)
  let said = ''
  for (const name in fields) {
    if (isTold(name, fields[name], named)) said += `${said === '' ? '' : ', '}${name}: ${show(fields[name])}`
  }
  return said
}

/** Ids of other things, and of a thing that has a name, appear only in the structured content. */
function isTold(name: string, value: unknown, named: boolean): boolean {
  if (!isSaid(value)) return false
  return typeof value !== 'string' || !isId(value) || !(name === 'id' ? named : name.endsWith('_id') || name.endsWith('_by'))
}

function show(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) || time.test(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  return typeof value === 'object' && value !== null ? `{${inLine(value as Fields)}}` : String(value)
}
