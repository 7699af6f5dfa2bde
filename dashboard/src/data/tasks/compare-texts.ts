import { diffWordsWithSpace } from 'diff'

export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this edit length the texts are shown as removed and added in full: finding the shortest diff would take too long. */
const maxEditLength = 1000

/** A word-by-word diff. */
export function compareTexts(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength })
  return joined(
    changes
      ? changes.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
      : [
          { kind: 'removed', text: before },
          { kind: 'added', text: after },
        ],
  )
}

/** Merges adjacent pieces of one kind, and changed words separated only by spaces. Removed text comes first. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = []
  let change = { removed: '', added: '', blank: '' }
  const end = (then = '') => {
    const { removed, added, blank } = change
    change = { removed: '', added: '', blank: '' }
    for (const [kind, text] of [['removed', removed] as const, ['added', added] as const, ['same', blank + then] as const]) {
      const last = found.at(-1)
      if (text && last?.kind === kind) last.text += text
      else if (text) found.push({ kind, text })
    }
  }
  for (const { kind, text } of pieces) {
    if (kind !== 'same') {
      change.removed += change.blank
      change.added += change.blank
      change.blank = ''
      change[kind] += text
    } else if (change.removed && change.added && !change.blank && /^[^\S\n]+$/.test(text)) change.blank = text
    else end(text)
  }
  end()
  return found
}
