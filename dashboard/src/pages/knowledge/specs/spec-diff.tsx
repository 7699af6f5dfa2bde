import type { Output } from '@baton/client'
import { Fragment } from 'react'
import { classes } from '../../../ui/classes.ts'
import { plural } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { diffLines, type DiffLine } from './diff-lines.ts'

/** Color, sign and word together, so that nobody has to tell red from green. */
const looks: Record<DiffLine['kind'], { sign?: string; word?: string; row?: string; text?: string }> = {
  same: {},
  added: { sign: '+', word: 'added', row: 'bg-ok-soft' },
  removed: { sign: '−', word: 'removed', row: 'bg-bad-soft', text: 'line-through decoration-bad' },
  moved_from: { sign: '↗', word: 'moved from here', row: 'bg-hover', text: 'text-muted line-through' },
  moved_to: { sign: '↘', word: 'moved here', row: 'bg-hover' },
  note: { text: 'text-muted' },
}

/** The difference between two versions, line by line. */
export default function SpecDiff({ difference }: { difference: Output<'compareSpec'> }) {
  const hunks = diffLines(difference.hunks)
  if (hunks.length === 0) return <EmptyState title="No differences" />
  const moved = hunks.flat().filter(({ kind }) => kind === 'moved_to').length
  return (
    <div className="flex flex-col gap-12">
      <p className="text-helper text-muted">
        <span className="text-ok">+{difference.lines_added - moved} added</span> ·{' '}
        <span className="text-bad">−{difference.lines_removed - moved} removed</span>
        {moved > 0 && ` · ${plural(moved, 'line')} moved`}
        {!difference.shortest && ' · large difference, shown approximately'}
      </p>
      <div
        tabIndex={0}
        role="region"
        aria-label={`Version ${difference.from} compared with version ${difference.to}`}
        className="scrollbar-quiet overflow-x-auto rounded-card border border-line"
      >
        <table className="w-full border-collapse font-mono text-helper">
          <thead className="sr-only">
            <tr>
              <th>Line before</th>
              <th>Line after</th>
              <th>Change</th>
              <th>Text</th>
            </tr>
          </thead>
          <tbody>
            {hunks.map((lines, at) => (
              <Fragment key={at}>
                {at > 0 && (
                  <tr aria-hidden>
                    <td colSpan={4} className="border-y border-line-soft bg-sunken px-8 text-center text-faint">
                      ⋯
                    </td>
                  </tr>
                )}
                {lines.map((line, place) => (
                  <Line key={place} line={line} />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Line({ line: { kind, text, before, after } }: { line: DiffLine }) {
  const { sign, word, row, text: words } = looks[kind]
  return (
    <tr className={row}>
      <td className="w-32 px-6 text-right align-top text-muted select-none max-wide:hidden">{before}</td>
      <td className="w-32 px-6 text-right align-top text-muted select-none max-wide:hidden">{after}</td>
      <td className="px-6 align-top whitespace-nowrap select-none">
        {sign && <span aria-hidden>{sign}</span>}{' '}
        {word && <span className={kind.startsWith('moved') ? 'text-label text-muted max-wide:sr-only' : 'sr-only'}>{word}</span>}
      </td>
      <td className={classes('w-full px-6 break-words whitespace-pre-wrap', words)}>{text || ' '}</td>
    </tr>
  )
}
