import { CircleCheck, CircleDashed, CircleDot, Circle, CircleSlash, type LucideIcon } from 'lucide-react'
import { usePeople } from '../../../data/people.ts'
import { classes } from '../../../ui/classes.ts'
import { date } from '../../../ui/format.ts'
import { asksFor, needsOf } from './needs.ts'
import type { Feature, Gate } from './words.ts'

type State = Feature['gates'][number]['state']

const marks: Record<State, { icon: LucideIcon; colour: string; word: string }> = {
  passed: { icon: CircleCheck, colour: 'fill-muted stroke-panel', word: 'passed' },
  withdrawn: { icon: CircleDashed, colour: 'text-warn', word: 'reopened' },
  current: { icon: CircleDot, colour: 'text-accent', word: 'current' },
  pending: { icon: Circle, colour: 'text-ring', word: 'upcoming' },
  cancelled: { icon: CircleSlash, colour: 'text-faint', word: 'cancelled here' },
}

interface PipelineProps {
  feature: Feature
  /** The gate whose evidence is shown below. */
  shown: string
  onShow(gate: string): void
}

/** The gates in order: passed ones gray, the current one violet. */
export function Pipeline({ feature, shown, onShow }: PipelineProps) {
  return (
    <ol aria-label="Gates" className="scrollbar-quiet flex overflow-x-auto rounded-card border border-line bg-raised shadow-card">
      {feature.requirements.map((gate) => {
        const state = feature.gates.find(({ key }) => key === gate.key)?.state ?? 'pending'
        const { icon: Icon, colour, word } = marks[state]
        return (
          <li
            key={gate.key}
            className="min-w-0 flex-1 border-r border-line-soft last:border-r-0"
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <button
              type="button"
              aria-pressed={shown === gate.key}
              onClick={() => onShow(gate.key)}
              className={classes(
                'touch flex h-full w-full min-w-tabbar flex-col items-start gap-4 border-b-2 p-10 text-left transition-colors wide:flex-row wide:items-center wide:gap-8',
                state === 'current'
                  ? 'border-accent bg-accent-soft/50'
                  : shown === gate.key
                    ? 'border-ring bg-hover'
                    : 'border-transparent hover:bg-hover',
              )}
            >
              <Icon className={classes('size-20 shrink-0', colour)} aria-hidden />
              <span className="min-w-0">
                <span className={classes('block truncate font-medium', state === 'pending' && 'text-muted')}>
                  {gate.name} <span className="sr-only">({word})</span>
                </span>
                <span className="block truncate text-label text-muted max-wide:hidden">
                  <Detail feature={feature} gate={gate} state={state} />
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function Detail({ feature, gate, state }: { feature: Feature; gate: Gate; state: State }) {
  const { actor } = usePeople()
  if (state === 'current') {
    const needs = needsOf(feature, gate)
    return `${needs.filter(({ met }) => met).length} of ${needs.length} met`
  }
  if (state === 'withdrawn') return 'reopened'
  if (state === 'cancelled') return 'cancelled'
  if (state === 'pending') return asksFor(gate)
  const newest = needsOf(feature, gate)
    .flatMap(({ shown, given }) => shown ?? given ?? [])
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]
  if (!newest) return 'passed'
  const who = 'rank' in newest && newest.rank === 'ci' ? 'CI' : actor(newest.user_id, newest.agent_id).name
  return `${date(newest.created_at)} · ${who}`
}
