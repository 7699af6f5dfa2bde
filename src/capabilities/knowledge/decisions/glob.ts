/** Counts the steps of comparing, so that a caller can stop: hostile globs are slow, but always end. */
export interface Effort {
  steps: number
}

/** `*` and `?` within a part, `**` for any number of parts, a trailing `/` for everything below; all else matches literally. */
export function matches(glob: string, path: string, effort: Effort = { steps: 0 }): boolean {
  const whole = glob.endsWith('/') ? `${glob}**` : glob
  const parts = whole.split('/')
  // `src/**` matches what lies below the folder, not the folder itself.
  const below = parts.at(-1) === '**' && parts.length > 1
  const wanted = below ? [...parts.slice(0, -1), '*', '**'] : parts
  return walk(
    wanted,
    path.split('/'),
    effort,
    (part) => part === '**',
    (pattern, name) => matchesPart(pattern, name, effort),
  )
}

const matchesPart = (pattern: string, name: string, effort: Effort): boolean =>
  walk(
    Array.from(pattern),
    Array.from(name),
    effort,
    (one) => one === '*',
    (one, other) => one === '?' || one === other,
  )

/**
 * Matches a pattern with stars, each for any number of elements, by backtracking only to the last star: whatever came before it can stay
 * matched as it was. Takes at most pattern length times text length steps.
 */
function walk(
  pattern: readonly string[],
  text: readonly string[],
  effort: Effort,
  isStar: (element: string) => boolean,
  fits: (element: string, other: string) => boolean,
): boolean {
  let at = 0
  let star = -1
  let resume = 0
  for (let place = 0; place < text.length;) {
    effort.steps++
    const element = pattern[at]
    if (element !== undefined && isStar(element)) {
      star = at++
      resume = place
    } else if (element !== undefined && fits(element, text[place] as string)) {
      at++
      place++
    } else if (star >= 0) {
      at = star + 1
      place = ++resume
    } else return false
  }
  while (at < pattern.length && isStar(pattern[at] as string)) at++
  return at === pattern.length
}
