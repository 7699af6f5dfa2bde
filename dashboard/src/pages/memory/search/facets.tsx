import { classes } from '../../../ui/classes.ts'
import { kinds, type Kind } from './kinds.ts'

interface FacetsProps {
  facets: readonly { kind: Kind; count: number }[]
  chosen: Kind | undefined
  onChoose(kind: Kind | undefined): void
}

/** The kinds of things that were found, with the number of each. */
export function Facets({ facets, chosen, onChoose }: FacetsProps) {
  const shown = facets.filter(({ count, kind }) => count > 0 || kind === chosen)
  if (shown.length === 0) return null
  const all = facets.reduce((sum, { count }) => sum + count, 0)
  const chip = (on: boolean) =>
    classes(
      'touch inline-flex h-24 items-center gap-6 rounded-full border px-10 text-helper transition-colors',
      on ? 'border-transparent bg-hover font-medium' : 'border-line text-muted hover:bg-hover',
    )
  return (
    <div role="group" aria-label="Kinds" className="flex flex-wrap gap-6">
      <button type="button" aria-pressed={chosen === undefined} className={chip(chosen === undefined)} onClick={() => onChoose(undefined)}>
        Everything <span className="font-mono text-label">{all}</span>
      </button>
      {shown.map(({ kind, count }) => (
        <button key={kind} type="button" aria-pressed={chosen === kind} className={chip(chosen === kind)} onClick={() => onChoose(kind)}>
          {kinds[kind].many} <span className="font-mono text-label">{count}</span>
        </button>
      ))}
    </div>
  )
}
