import { ArrowDown, ChevronDown, ChevronUp, SquareTerminal } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { plural } from '../../../../ui/format.ts'
import { isOpen, type Run } from '../run-words.ts'
import { linesKept, type Line } from './lines.ts'
import { useRunOutput } from './use-run-output.ts'

/** Distinguished by a word, for people who do not see color; screen readers get the longer one. */
const kinds: Record<Line['kind'], { mark: string; spoken: string; look: string }> = {
  stdout: { mark: '', spoken: '', look: 'text-fg' },
  stderr: { mark: 'err', spoken: 'Error output: ', look: 'text-warn' },
  message: { mark: 'agent', spoken: 'Agent: ', look: 'text-accent' },
  tool: { mark: 'tool', spoken: 'Tool: ', look: 'text-ok' },
  note: { mark: 'note', spoken: 'Note: ', look: 'text-muted' },
}
/** Scrolled this close to the end counts as being at the end. */
const slack = 16

/**
 * Live output of a run. It follows the end until someone scrolls up, and again once they scroll back. If the run has ended, only the
 * heading is shown until it is opened.
 */
export function Console({ run, tall: begins = false }: { run: Run; tall?: boolean }) {
  const { lines, failed, loading } = useRunOutput(run.id)
  const [tall, setTall] = useState(begins)
  const [ended] = useState(!isOpen(run))
  const folded = ended && !tall
  const [follows, setFollows] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }
  const last = lines.at(-1)
  useLayoutEffect(() => {
    if (follows) toEnd()
  }, [follows, tall, last?.id, last?.text])
  const scrolled = () => {
    const at = box.current
    if (at) setFollows(at.scrollHeight - at.scrollTop - at.clientHeight <= slack)
  }
  const count = lines.length === linesKept ? `last ${plural(linesKept, 'line')}` : plural(lines.length, 'line')
  return (
    <section data-dark aria-label="Console" className="overflow-hidden rounded-card border border-line bg-sunken text-fg">
      <header className={classes('flex min-h-target items-center gap-8 px-12', !folded && 'border-b border-line')}>
        <SquareTerminal className="size-16 shrink-0 text-muted" aria-hidden />
        <h3 className="font-medium">Console</h3>
        <span className="text-helper text-muted">{lines.length > 0 && count}</span>
        <Button look="quiet" className="-mr-8 ml-auto" aria-expanded={tall} onClick={() => setTall(!tall)}>
          {tall ? 'Collapse' : 'Expand'}
          {tall ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </Button>
      </header>
      <div className="relative" hidden={folded}>
        <div
          ref={box}
          role="log"
          aria-label={`Output of ${run.agent.name}`}
          aria-live={follows ? 'polite' : 'off'}
          tabIndex={0}
          onScroll={scrolled}
          className={classes(
            'scrollbar-quiet overflow-y-auto overscroll-contain px-12 py-8 font-mono text-helper',
            tall ? 'h-console-tall' : 'max-h-console',
          )}
        >
          {lines.map((line) => (
            <ShownLine key={line.id} line={line} />
          ))}
          {lines.length === 0 && (
            <p className="text-muted">{failed ? 'Output is unavailable right now.' : loading ? 'Loading…' : emptyWords(run)}</p>
          )}
        </div>
        {!follows && (
          <Button className="absolute right-16 bottom-8" onClick={() => (setFollows(true), toEnd())}>
            <ArrowDown aria-hidden /> Jump to latest
          </Button>
        )}
      </div>
    </section>
  )
}

const emptyWords = (run: Run): string =>
  run.state === 'queued' ? 'Output shows up here once it starts.' : isOpen(run) ? 'No output yet.' : 'No output.'

const ShownLine = memo(({ line: { kind, text } }: { line: Line }) => {
  const { mark, spoken, look } = kinds[kind]
  return (
    <div className={classes('flex items-baseline gap-8', look)}>
      <span aria-hidden className="w-target shrink-0 text-right text-label text-faint select-none">
        {mark}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {spoken && <span className="sr-only">{spoken}</span>}
        {text || ' '}
      </span>
    </div>
  )
})
