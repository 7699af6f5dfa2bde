import {
  Bot,
  CircleDot,
  Clock,
  FlaskConical,
  GitCompareArrows,
  Globe,
  Layers,
  Pin,
  Text,
  UserRound,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { usePeople } from '../../../data/people.ts'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { date, longAgo } from '../../../ui/format.ts'
import { Meter } from '../../../ui/meter.tsx'
import { useNow } from '../../../ui/time.tsx'
import { Grade } from '../../../ui/marks/grade.tsx'
import { Who } from '../../../ui/marks/who.tsx'
import { MarkedText, marksOf } from '../marked-text.tsx'
import type { Hit, Memory } from './memory-search-state.ts'

export const scopes: Record<Memory['scope'], { word: string; icon: LucideIcon }> = {
  project: { word: 'Project', icon: CircleDot },
  agent: { word: 'Agent only', icon: Bot },
  session: { word: 'Session', icon: Layers },
}
export const trusts: Record<Memory['trust'], { word: string; icon: LucideIcon }> = {
  person: { word: 'Person', icon: UserRound },
  agent: { word: 'Agent', icon: FlaskConical },
  external: { word: 'Outside', icon: Globe },
}

interface RowProps {
  memory: Memory
  hit: Hit | undefined
  /** Its number in the list and on the map. */
  place: number | null
  contradicts: string | undefined
  placeOf(id: string): number | null
  chosen: boolean
  onChoose(): void
}

/** A memory and, if it was searched for, why it was found: words, meaning, last used, pinned, always in the same places. */
export function MemoryRow({ memory, hit, place, contradicts, placeOf, chosen, onChoose }: RowProps) {
  const now = useNow(30_000)
  const words = hit?.why.text ?? []
  return (
    <li className={classes('relative flex gap-10 px-16 py-10 transition-colors hover:bg-hover', chosen && 'bg-hover')}>
      {place !== null && (
        <span
          aria-hidden
          className={classes(
            'flex size-20 shrink-0 items-center justify-center rounded-full text-label font-medium text-on-accent',
            contradicts ? 'bg-bad' : 'bg-accent',
          )}
        >
          {place}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-8">
          <span className="shrink-0 font-mono text-label text-muted">{memory.ref}</span>
          <button
            type="button"
            aria-current={chosen}
            onClick={onChoose}
            className="line-clamp-3 min-w-0 flex-1 rounded-code text-left break-words after:absolute after:inset-0"
          >
            <MarkedText text={memory.content} marks={marksOf(memory.content, words)} />
          </button>
        </div>
        <div
          className={classes(
            'mt-4 grid grid-cols-2 items-center gap-x-16 gap-y-2 text-helper text-muted',
            hit ? 'wide:grid-cols-5' : 'wide:grid-cols-4',
          )}
        >
          {hit && (
            <>
              <span>
                <Grade confidence={hit.confidence} />
              </span>
              <Reason icon={Text}>
                <span className="truncate font-mono">{words.length > 0 ? words.join(' · ') : 'no text match'}</span>
              </Reason>
              <Reason icon={Waypoints}>
                {hit.why.meaning === null ? (
                  'not compared'
                ) : (
                  <>
                    <span className="w-48">
                      <Meter label="Similarity" share={hit.why.meaning} />
                    </span>
                    <span className="font-mono">{hit.why.meaning.toFixed(2)}</span>
                  </>
                )}
              </Reason>
            </>
          )}
          <Reason icon={Clock}>
            {memory.last_used_at ? `used ${longAgo(memory.last_used_at, now)}` : `saved ${longAgo(memory.created_at, now)}`}
          </Reason>
          <State memory={memory} contradicts={contradicts} placeOf={placeOf} />
        </div>
      </div>
      <Origin memory={memory} />
    </li>
  )
}

const Reason = ({ icon: Icon, children }: { icon: LucideIcon; children: React.ReactNode }) => (
  <span className="flex min-w-0 items-center gap-6">
    <Icon className="size-12 shrink-0" aria-hidden />
    {children}
  </span>
)

function State({ memory, contradicts, placeOf }: Pick<RowProps, 'memory' | 'contradicts' | 'placeOf'>) {
  if (contradicts)
    return (
      <span className="flex items-center gap-6 text-bad">
        <GitCompareArrows className="size-12" aria-hidden />
        Contradicts {placeOf(contradicts) ?? 'another'}
      </span>
    )
  if (memory.pinned)
    return (
      <span className="flex items-center gap-6 font-medium text-fg">
        <Pin className="size-12 fill-current" aria-hidden />
        Pinned
      </span>
    )
  if (memory.deleted_at) return <span>Deleted {date(memory.deleted_at)}</span>
  if (memory.superseded_by) return <span>Superseded</span>
  return memory.valid_until ? <span>valid until {date(memory.valid_until)}</span> : <span />
}

function Origin({ memory }: { memory: Memory }) {
  const people = usePeople()
  const scope = scopes[memory.scope]
  const trust = trusts[memory.trust]
  return (
    <div className="flex shrink-0 flex-col items-end gap-4 text-helper text-muted max-wide:hidden">
      <span className="flex gap-4">
        <Chip>
          <scope.icon className="size-12" aria-hidden />
          {scope.word}
        </Chip>
        <Chip>
          <trust.icon className="size-12" aria-hidden />
          {trust.word}
        </Chip>
      </span>
      <Who actor={people.actor(memory.created_by, memory.created_by_agent_id)} />
    </div>
  )
}
