import type { Output } from '@baton/client'

export type Piece = Output<'listRunOutput'>['items'][number]

export interface Line {
  id: number
  kind: Piece['kind']
  attempt: number
  text: string
  /** As received; a piece may end in the middle of a line, or of a color sequence. */
  raw: string
  /** The end of the line has not arrived yet. */
  open: boolean
}

export const linesKept = 2000

// Terminal control sequences that people cannot read: colors, titles, and non-printing characters.
// oxlint-disable-next-line no-control-regex
const codes =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** A line as a terminal would finally show it: what a carriage return overwrote is gone. */
function shown(raw: string): string {
  const whole = raw.endsWith('\r') ? raw.slice(0, -1) : raw
  return whole.slice(whole.lastIndexOf('\r') + 1).replaceAll(codes, '')
}

/** These arrive in one piece; the others stream. */
const whole = new Set<Piece['kind']>(['tool', 'note'])

/** Appends new pieces to the lines; the oldest lines are dropped. */
export function append(before: readonly Line[], pieces: readonly Piece[]): Line[] {
  const lines = [...before]
  let id = lines.at(-1)?.id ?? 0
  const add = (kind: Piece['kind'], attempt: number, raw: string, open: boolean) => {
    lines.push({ id: ++id, kind, attempt, raw, text: shown(raw), open })
  }
  for (const { kind, attempt, text } of pieces) {
    const last = lines.at(-1)
    if (last && attempt !== last.attempt) add('note', attempt, `Attempt ${attempt}`, false)
    const parts = text.split('\n')
    const rest = parts.pop() ?? ''
    const goesOn = last?.open && last.kind === kind && last.attempt === attempt ? last : undefined
    if (last?.open && !goesOn) lines[lines.indexOf(last)] = { ...last, open: false }
    const ends = whole.has(kind)
    parts.forEach((part, at) => {
      if (at === 0 && goesOn) lines[lines.length - 1] = { ...goesOn, raw: goesOn.raw + part, text: shown(goesOn.raw + part), open: false }
      else add(kind, attempt, part, false)
    })
    if (parts.length === 0 && goesOn) lines[lines.length - 1] = { ...goesOn, raw: goesOn.raw + rest, text: shown(goesOn.raw + rest) }
    else if (rest) add(kind, attempt, rest, !ends)
  }
  return lines.slice(-linesKept)
}
