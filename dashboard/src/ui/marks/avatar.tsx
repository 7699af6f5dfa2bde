import { classes } from '../classes.ts'

interface AvatarProps {
  name: string
  /** A circle is a person, a rounded square is an agent. */
  kind: 'person' | 'agent'
  size?: 'small' | 'medium' | 'large'
  running?: boolean
  /** The name is already shown beside it. */
  decorative?: boolean
}

const sizes = { small: 'size-16 text-label', medium: 'size-20 text-label', large: 'size-24 text-helper' }

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum % 10
}

/** Splits by grapheme, so that an emoji or an accented letter counts as one. */
const segments = new Intl.Segmenter('en')
export const firstLetter = (text: string): string => segments.segment(text).containing(0)?.segment.toUpperCase() ?? '?'

export function Avatar({ name, kind, size = 'medium', running, decorative }: AvatarProps) {
  return (
    <span
      className="relative inline-flex shrink-0"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': running ? `${name}, running` : name })}
      title={name}
    >
      <span
        data-hue={hueOf(name)}
        className={classes(
          'inline-flex items-center justify-center font-medium select-none',
          kind === 'agent' ? 'hue-fill rounded-code' : 'rounded-full border border-line-strong bg-hover text-fg',
          sizes[size],
        )}
      >
        {/* One letter at every size: the smallest circle has room for only one, and an avatar looks the same on every page. */}
        {firstLetter(name.trim())}
      </span>
      {running && <span className="absolute -right-2 -bottom-2 size-8 rounded-full border border-panel bg-ok" />}
    </span>
  )
}
