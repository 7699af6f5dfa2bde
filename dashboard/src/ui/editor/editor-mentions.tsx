import { useStore, type Store } from '../../data/store.ts'
import { Avatar } from '../marks/avatar.tsx'
import { classes } from '../classes.ts'
import type { Suggesting } from './editor-suggest.ts'

/** The list of suggested mentions, beside the text being written. */
export function EditorMentions({ state, above }: { state: Store<Suggesting | null>; above: boolean }) {
  const now = useStore(state)
  if (!now) return null
  return (
    <ul
      role="listbox"
      aria-label="People and agents to mention"
      className={classes(
        'absolute left-0 z-50 w-column max-w-full rounded-card border border-line bg-raised p-4 shadow-over',
        above ? 'bottom-full mb-4' : 'top-full mt-4',
      )}
    >
      {now.found.map((one, at) => (
        <li
          key={`${one.kind} ${one.handle}`}
          role="option"
          aria-selected={at === now.at}
          className={classes('touch flex h-row items-center gap-8 rounded-control px-8', at === now.at && 'bg-hover')}
          // Keeps the focus, and with it the keyboard, in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => now.take(one)}
        >
          <Avatar name={one.name} kind={one.kind} size="small" decorative />
          <span className="min-w-0 flex-1 truncate">{one.name}</span>
          <span className="font-mono text-label text-muted">@{one.handle}</span>
        </li>
      ))}
    </ul>
  )
}
