import type { Output } from '@baton/client'
import { Chip } from '../../ui/chip.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Ago } from '../../ui/time.tsx'

export type Report = Output<'listIssueReports'>['items'][number]
export type Status = Report['status']
type Message = Output<'getIssueReport'>['thread'][number]

export const statuses: readonly Status[] = ['new', 'triaged', 'planned', 'fixed', 'declined']
const tones = { new: 'accent', triaged: 'plain', planned: 'warn', fixed: 'ok', declined: 'plain' } as const
export const wordOf = (status: Status): string => status.charAt(0).toUpperCase() + status.slice(1)

export const StatusChip = ({ status }: { status: Status }) => <Chip tone={tones[status]}>{status}</Chip>

/** What was sent along with a report; empty fields are left out. */
export function Sent({ report }: { report: Pick<Report, 'page' | 'app_version' | 'request_id' | 'browser' | 'console'> }) {
  const facts: [string, string | null][] = [
    ['Page', report.page],
    ['Version', report.app_version],
    ['Request', report.request_id],
    ['Browser', report.browser],
  ]
  return (
    <dl className="flex flex-col gap-8">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt className="text-helper text-muted">{name}</dt>
            <dd className="font-mono text-label break-words">{value}</dd>
          </div>
        ) : null,
      )}
      {report.console.length > 0 && (
        <div>
          <dt className="text-helper text-muted">Console</dt>
          <dd className="flex flex-col gap-4 font-mono text-label break-words">
            {report.console.map((line, at) => (
              <span key={`${at} ${line}`}>{line}</span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

export function Thread({ messages }: { messages: readonly Message[] }) {
  if (messages.length === 0) return null
  return (
    <Rows aria-label="Messages">
      {messages.map(({ id, author, from_administrator, body, created_at }) => (
        <Row key={id} className="flex-col items-stretch">
          <p className="flex flex-wrap items-center gap-6">
            <span className="font-medium">{author?.name ?? (from_administrator ? 'An administrator' : 'The reporter')}</span>
            {from_administrator && <Chip>administrator</Chip>}
            <Ago at={created_at} />
          </p>
          <p className="break-words whitespace-pre-wrap">{body}</p>
        </Row>
      ))}
    </Rows>
  )
}
