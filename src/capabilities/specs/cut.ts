/** A piece of a long text and where the next one begins; a character of two halves is not torn apart. */
export function cut(text: string, offset: number, limit: number): { text: string; next_offset: number | null } {
  const start = isInside(text, offset) ? offset - 1 : offset
  let end = start + limit
  if (isInside(text, end)) end += limit === 1 ? 1 : -1
  return { text: text.slice(start, end), next_offset: end < text.length ? end : null }
}

const isInside = (text: string, place: number): boolean =>
  place > 0 && place < text.length && /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1))
