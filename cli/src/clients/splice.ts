/** A change to a text at one position. */
export interface Splice {
  at: number
  removed: string
  inserted: string
}

export const apply = (text: string, { at, removed, inserted }: Splice): string =>
  text.slice(0, at) + inserted + text.slice(at + removed.length)

/** The text before the splice; undefined if the inserted text was changed since, or occurs twice. */
export function reverse(text: string, { at, removed, inserted }: Splice): string | undefined {
  const place = text.startsWith(inserted, at) ? at : only(text, inserted)
  return place === undefined ? undefined : text.slice(0, place) + removed + text.slice(place + inserted.length)
}

function only(text: string, part: string): number | undefined {
  const first = text.indexOf(part)
  return first >= 0 && first === text.lastIndexOf(part) ? first : undefined
}
