/** When a device wrote a field, by its own clock. Two devices never have the same stamp. */
export interface Stamp {
  hlc: string
  device: string
}

/** How the fields of an operation's input merge: texts by the later stamp, each element of a set by its own stamp. */
export interface MergeRule {
  texts: readonly string[]
  /** The texts that are long enough to be worth keeping when they lose. */
  long: readonly string[]
  set: string
}

type Fields = Record<string, unknown>

export interface MergeInput {
  rule: MergeRule
  /** The server's current values. */
  current: Fields
  /** What the device's user saw when writing, as far as the device reports it. */
  base: Fields
  /** What they wrote. */
  wanted: Fields
  stamp: Stamp
  /** By field, and by `field:element` for sets. */
  clocks: ReadonlyMap<string, Stamp>
}

export interface Merged {
  /** What is left to write. */
  wanted: Fields
  /** The clocks that this write advances. */
  moved: string[]
  /** Fields that lost to a later write by somebody else. */
  lost: string[]
  /** Long texts that no longer show anywhere: the device's own, or the one it replaced without having seen it. */
  kept: { field: string; text: string }[]
}

/**
 * Later by clock; on a tie the device id decides, so that every server decides alike. A device's write always counts as later than its own previous
 * one, even if both of its clocks were set back to the same time.
 */
export const isLater = (one: Stamp, other: Stamp | undefined): boolean =>
  other === undefined || one.device === other.device || one.hlc > other.hlc || (one.hlc === other.hlc && one.device > other.device)

export const elementClock = (field: string, element: string): string => `${field}:${element}`

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

export function mergeFields({ rule, current, base, wanted, stamp, clocks }: MergeInput): Merged {
  const merged: Merged = { wanted: { ...wanted }, moved: [], lost: [], kept: [] }
  for (const field of rule.texts) {
    const text = wanted[field]
    if (typeof text !== 'string') continue
    const now = current[field]
    const keep = (loser: unknown) => {
      if (rule.long.includes(field) && typeof loser === 'string' && loser.trim() !== '') merged.kept.push({ field, text: loser })
    }
    if (isLater(stamp, clocks.get(field))) {
      merged.moved.push(field)
      // It replaces a text that its author never saw.
      if (field in base && base[field] !== now && now !== text) keep(now)
    } else {
      delete merged.wanted[field]
      merged.lost.push(field)
      if (text !== now) keep(text)
    }
  }
  if (Array.isArray(wanted[rule.set])) mergeSet(merged, { rule, current, base, wanted, stamp, clocks })
  return merged
}

/** Additions and removals are judged one by one, so two people who add different labels both keep theirs. */
function mergeSet(merged: Merged, { rule: { set }, current, base, wanted, stamp, clocks }: MergeInput): void {
  const now = strings(current[set])
  const before = set in base ? strings(base[set]) : now
  const after = strings(wanted[set])
  const result = new Set(now)
  const judge = (element: string, apply: () => void) => {
    const clock = elementClock(set, element)
    if (!isLater(stamp, clocks.get(clock))) return void merged.lost.push(clock)
    merged.moved.push(clock)
    apply()
  }
  for (const element of after) if (!before.includes(element)) judge(element, () => result.add(element))
  for (const element of before) if (!after.includes(element)) judge(element, () => result.delete(element))
  merged.wanted[set] = [...result]
}

const width = 13
/** How far ahead of the server a device's clock may run before it is clamped. */
const ahead = 60_000

/** In the format of `Hlc`: text that sorts by time. */
export const toHlc = (milliseconds: number, counter = 0): string =>
  `${String(Math.max(0, Math.trunc(milliseconds))).padStart(width, '0')}-${Math.min(counter, 0xffff).toString(16).padStart(4, '0')}`

/** A clock that runs ahead would win every merge, so it counts as at most a minute ahead of the server's own. */
export function clampHlc(hlc: string, now: number): string {
  const latest = toHlc(now + ahead, 0xffff)
  return hlc > latest ? latest : hlc
}
