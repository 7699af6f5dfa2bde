import type { Output } from '@baton/client'
import type { CSSProperties } from 'react'
import { useRead } from '../../../data/reads.ts'
import { classes } from '../../../ui/classes.ts'
import { longAgo, number, plural } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { useNow } from '../../../ui/time.tsx'
import type { Hit } from './memory-search-state.ts'

type Map = Output<'getMemoryMap'>
type Point = Map['points'][number]
interface MapProps {
  project?: string
  agent?: string
  hits: readonly Hit[]
  /** Memories that contradict another one. */
  contradicted: ReadonlySet<string>
  selected: string | undefined
  onSelect(memory: string): void
}

/** Memories placed by their meaning, at coordinates from the server; the list beside it shows the same with the same numbers. */
export default function MemoryMap({ project, agent, ...rest }: MapProps) {
  const ofProject = useRead('getMemoryMap', { project: project ?? '' }, { enabled: project !== undefined })
  const ofAgent = useRead('getAgentMemoryMap', { agent: agent ?? '' }, { enabled: project === undefined })
  const read = project === undefined ? ofAgent : ofProject
  const placedIds = new Set(read.data?.points.map(({ memory_id }) => memory_id))
  // A hit may be older than what the map shows: draw it anyway.
  const missing = read.data
    ? rest.hits
        .map(({ id }) => id)
        .filter((id) => !placedIds.has(id))
        .slice(0, 100)
    : []
  const asked = { memories: missing }
  const { data: more } = useRead(
    'getMemoryMap',
    { project: project ?? '', ...asked },
    { enabled: project !== undefined && missing.length > 0 },
  )
  const { data: moreOfAgent } = useRead(
    'getAgentMemoryMap',
    { agent: agent ?? '', ...asked },
    { enabled: project === undefined && missing.length > 0 },
  )
  const found = missing.length > 0 ? ((project === undefined ? moreOfAgent : more)?.points ?? []) : []
  const now = useNow(30_000)
  const placed = read.data?.placed_at
  return (
    <Section
      title="Map"
      aside={<span className="text-label text-muted">{placed ? `by meaning, placed ${longAgo(placed, now)}` : 'by meaning'}</span>}
    >
      <Loaded read={read}>
        {(map) =>
          map.points.length === 0 ? (
            <p className="text-muted">The map appears once there are a few memories and an embedding model is set up.</p>
          ) : (
            <Drawn map={map} found={found} {...rest} />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Scales the server's coordinates to fractions of the square, with a margin at the edges. */
function placer(points: readonly Point[]): (point: Point) => { x: number; y: number } {
  const along = (values: readonly number[]) => {
    const low = Math.min(...values)
    const span = Math.max(...values) - low
    return (value: number) => (span === 0 ? 0.5 : 0.06 + ((value - low) / span) * 0.88)
  }
  const x = along(points.map((one) => one.x))
  const y = along(points.map((one) => one.y))
  return (point) => ({ x: x(point.x), y: y(point.y) })
}

interface Region {
  tag: string
  x: number
  y: number
}

/** Width of a letter and height of a line of a label, as fractions of the map. */
const letter = 0.022
const line = 0.07
const overlap = (one: Region, other: Region): boolean =>
  Math.abs(one.y - other.y) < line && Math.abs(one.x - other.x) < ((one.tag.length + other.tag.length) / 2) * letter

/** Names of regions: the mean position of the memories with a common tag. */
function regions(points: readonly Point[], place: ReturnType<typeof placer>): Region[] {
  const tags = new Map<string, Point[]>()
  for (const point of points) for (const tag of point.tags) tags.set(tag, [...(tags.get(tag) ?? []), point])
  return [...tags]
    .filter(([, of]) => of.length > 2 && of.length < points.length)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 8)
    .map(([tag, of]) => {
      const spots = of.map(place)
      const mean = (axis: 'x' | 'y') => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length
      return { tag, x: mean('x'), y: mean('y') }
    })
    .reduce<Region[]>((shown, one) => (shown.length < 4 && !shown.some((other) => overlap(one, other)) ? [...shown, one] : shown), [])
}

function Drawn({
  map,
  found: beyond,
  hits,
  contradicted,
  selected,
  onSelect,
}: Omit<MapProps, 'project' | 'agent'> & { map: Map; found: readonly Point[] }) {
  const points = [...map.points, ...beyond]
  const place = placer(points)
  const numbers = new Map(hits.map((hit, at) => [hit.id, at + 1]))
  const numberOf = (point: Point) => (point.memory_id === selected ? 0 : (numbers.get(point.memory_id) ?? 0))
  // Where two overlap, the better one is on top, and the selected one above all.
  const found = points.filter(({ memory_id }) => numbers.has(memory_id)).toSorted((a, b) => numberOf(b) - numberOf(a))
  const others = points.filter(({ memory_id }) => !numbers.has(memory_id))
  return (
    <div className="flex flex-col gap-8">
      <div className="relative aspect-5/4 overflow-hidden rounded-card border border-line bg-sunken">
        <svg viewBox="0 0 125 100" className="absolute inset-0 size-full" aria-hidden>
          {others.map((point) => {
            const { x, y } = place(point)
            const chosen = point.memory_id === selected
            return (
              <circle
                key={point.memory_id}
                cx={x * 125}
                cy={y * 100}
                r={chosen ? 2.2 : 1.1}
                className={classes('cursor-pointer', chosen ? 'fill-accent' : point.pinned ? 'fill-fg' : 'fill-ring')}
                onClick={() => onSelect(point.memory_id)}
              >
                <title>{point.content.slice(0, 120)}</title>
              </circle>
            )
          })}
        </svg>
        {regions(map.points, place).map(({ tag, x, y }) => (
          <span
            key={tag}
            aria-hidden
            className="pointer-events-none absolute left-share top-share -translate-x-1/2 -translate-y-1/2 text-label whitespace-nowrap text-muted"
            style={{ '--share': x, '--down': y } as CSSProperties}
          >
            {tag}
          </span>
        ))}
        {found.map((point) => {
          const { x, y } = place(point)
          const rank = numbers.get(point.memory_id) ?? 0
          return (
            <button
              key={point.memory_id}
              type="button"
              aria-label={`Hit ${rank}: ${point.content.slice(0, 80)}`}
              aria-current={point.memory_id === selected}
              onClick={() => onSelect(point.memory_id)}
              className={classes(
                'absolute left-share top-share flex size-16 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full text-label font-medium text-on-accent',
                contradicted.has(point.memory_id) ? 'bg-bad' : 'bg-accent',
                point.memory_id === selected && 'outline-2 outline-offset-2 outline-accent',
              )}
              style={{ '--share': x, '--down': y } as CSSProperties}
            >
              {rank}
            </button>
          )
        })}
      </div>
      <p className="flex flex-wrap gap-x-12 text-label text-muted">
        {hits.length > 0 && (
          <span className="inline-flex items-center gap-4">
            <span className="size-8 rounded-full bg-accent" aria-hidden />
            hit
          </span>
        )}
        {found.some(({ memory_id }) => contradicted.has(memory_id)) && (
          <span className="inline-flex items-center gap-4">
            <span className="size-8 rounded-full bg-bad" aria-hidden />
            contradicts
          </span>
        )}
        <span className="inline-flex items-center gap-4">
          <span className="size-8 rounded-full bg-ring" aria-hidden />
          {points.length < map.total
            ? `${number(points.length)} of ${number(map.total)} memories`
            : plural(points.length, 'memory', 'memories')}
        </span>
        {hits.length > found.length && <span>{plural(hits.length - found.length, 'hit')} not on the map</span>}
        {map.outdated && <span>placing new ones</span>}
      </p>
    </div>
  )
}
