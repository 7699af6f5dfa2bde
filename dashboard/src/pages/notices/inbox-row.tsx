import { Avatar } from '../../ui/marks/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Ago } from '../../ui/time.tsx'
import type { Entry } from './entries.ts'

const tones = { accent: 'text-accent', muted: 'text-muted' }

/** A dot means unread; the icon says what kind of entry it is. */
export function InboxRow({ entry, current, onOpen }: { entry: Entry; current: boolean; onOpen(): void }) {
  const { icon: Icon, tone, title, about, at, unread, who, elsewhere } = entry
  return (
    <li>
      <button
        type="button"
        id={`entry-${entry.id}`}
        aria-current={current || undefined}
        onClick={onOpen}
        className={classes(
          'flex w-full items-center gap-10 border-b border-line-soft px-16 py-8 text-left transition-colors hover:bg-hover',
          current && 'wide:bg-hover',
        )}
      >
        <span className={classes('size-6 shrink-0 rounded-full', unread ? 'bg-accent' : 'bg-transparent')}>
          {unread && <span className="sr-only">Unread.</span>}
        </span>
        <Icon className={classes('size-16 shrink-0', tones[tone])} aria-hidden />
        <span className="min-w-0 flex-1">
          <span className={classes('block truncate', unread || entry.group === 'needs' ? 'font-medium' : 'text-muted')}>{title}</span>
          <span className="flex items-center gap-6 text-muted">
            <span className="truncate">{about}</span>
            {elsewhere && <Chip>{elsewhere.name}</Chip>}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-4">
          <Ago at={at} />
          {who ? <Avatar name={who.name} kind={who.kind} size="small" /> : <span className="size-16" />}
        </span>
      </button>
    </li>
  )
}
