import { useMemo, type CSSProperties } from 'react'
import { Wrench } from 'lucide-react'
import { useRead } from '../../../data/reads.ts'
import { count } from '../../../ui/format.ts'
import { EmptyState, Loaded } from '../../../ui/states.tsx'

const week = 7 * 86_400_000

/** Tool usage of the last seven days. */
export function AgentCalls({ agent }: { agent: string }) {
  // Truncated to the day: with milliseconds, every visit would be a different query.
  const since = useMemo(() => new Date(Date.now() - week).toISOString().slice(0, 10), [])
  const read = useRead('getToolTelemetry', { agent, since }, { watch: true })
  return (
    <Loaded read={read}>
      {({ tools }) => {
        const most = Math.max(1, ...tools.map(({ calls }) => calls))
        if (tools.length === 0)
          return (
            <EmptyState icon={Wrench} title="No tool calls in the last 7 days">
              Tool calls are counted here, with timing and errors.
            </EmptyState>
          )
        return (
          <div
            className="scrollbar-quiet overflow-x-auto rounded-card border border-line"
            tabIndex={0}
            role="region"
            aria-label="Tool calls"
          >
            <table className="w-full text-left">
              <caption className="sr-only">Calls by tool in the last 7 days</caption>
              <thead className="text-label text-muted">
                <tr className="border-b border-line [&>th]:px-12 [&>th]:py-6 [&>th]:font-medium">
                  <th scope="col">Tool</th>
                  <th scope="col" className="w-1/3 max-wide:hidden">
                    <span className="sr-only">Share</span>
                  </th>
                  <th scope="col" className="text-right">
                    Calls
                  </th>
                  <th scope="col" className="text-right">
                    Refused
                  </th>
                  <th scope="col" className="text-right">
                    Average
                  </th>
                  <th scope="col" className="text-right max-wide:hidden">
                    Tokens returned
                  </th>
                </tr>
              </thead>
              <tbody className="font-mono text-helper">
                {tools.map((one) => (
                  <tr key={one.tool} className="border-b border-line-soft last:border-b-0 [&>td]:px-12 [&>td]:py-6">
                    <th scope="row" className="px-12 py-6 font-normal">
                      {one.tool}
                    </th>
                    <td className="max-wide:hidden" aria-hidden>
                      <div className="h-meter rounded-full bg-line">
                        <div className="h-full w-share rounded-full bg-muted" style={{ '--share': one.calls / most } as CSSProperties} />
                      </div>
                    </td>
                    <td className="text-right">{count(one.calls)}</td>
                    <td className={one.errors > 0 ? 'text-right text-bad' : 'text-right text-muted'}>{one.errors}</td>
                    <td className="text-right text-muted">{Math.round(one.milliseconds / Math.max(1, one.calls))} ms</td>
                    <td className="text-right text-muted max-wide:hidden">{count(one.tokens_returned)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }}
    </Loaded>
  )
}
