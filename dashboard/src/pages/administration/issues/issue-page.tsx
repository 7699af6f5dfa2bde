import type { Input as InputOf, Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { useOwn } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Sent, StatusChip, statuses, type Status, Thread, wordOf } from '../../reports/report-words.tsx'
import { Group } from '../../settings/settings-frame.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'

type Report = Output<'getReportedIssue'>
type Change = Omit<InputOf<'updateReportedIssue'>, 'id'>

export function IssuePage({ id }: { id: string }) {
  const read = useOwn('getReportedIssue', { id })
  return (
    <AdminFrame title={read.data ? `Report #${read.data.number}` : 'Report'}>
      <Loaded read={read}>{(report) => <Shown key={report.version} report={report} />}</Loaded>
    </AdminFrame>
  )
}

function Shown({ report }: { report: Report }) {
  const call = useCall()
  const change = (input: Change, done: string) =>
    call(() => account.updateReportedIssue({ id: report.id, version: report.version, ...input }), {
      then: ['getReportedIssue', 'listAllIssueReports'],
      done,
    })
  return (
    <>
      <Group title={report.title} about={`From ${report.reporter.name} (@${report.reporter.handle})`}>
        <div>
          <StatusChip status={report.status} />
        </div>
        {report.body && <p className="break-words whitespace-pre-wrap">{report.body}</p>}
        <Sent report={report} />
      </Group>
      <Thread messages={report.thread} />
      <Answer report={report} change={change} />
      <Same report={report} change={change} />
      <Elsewhere report={report} change={change} />
    </>
  )
}

interface PartProps {
  report: Report
  change(input: Change, done: string): Promise<unknown>
}

function Answer({ report, change }: PartProps) {
  const [status, setStatus] = useState<Status>(report.status)
  const [answer, setAnswer] = useState('')
  const input = { ...(status !== report.status && { status }), ...(answer.trim() && { answer: answer.trim() }) }
  return (
    <Group title="Answer" about="Notifies the reporter, and the reporters of merged duplicates.">
      <Field label="State">
        {(ids) => (
          <Select {...ids} className="max-w-column" value={status} onChange={(e) => setStatus(e.target.value as Status)}>
            {statuses.map((one) => (
              <option key={one} value={one}>
                {wordOf(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Message">
        {(ids) => <TextArea {...ids} maxLength={10_000} value={answer} onChange={(e) => setAnswer(e.target.value)} />}
      </Field>
      <Button
        look="primary"
        className="self-end"
        disabled={Object.keys(input).length === 0}
        onClick={() => void change(input, 'Reporter notified')}
      >
        Save and notify
      </Button>
    </Group>
  )
}

function Same({ report, change }: PartProps) {
  const org = useOrganization()
  const [number, setNumber] = useState('')
  if (report.merged_into)
    return (
      <Group title={`Duplicate of #${report.merged_into}`}>
        <Button className="self-start" onClick={() => void change({ merge_into: null }, 'No longer a duplicate')}>
          Separate
        </Button>
      </Group>
    )
  return (
    <Group title="Duplicates" about="Merged reports follow the state of the main report.">
      {report.similar.length > 0 && (
        <ul className="flex flex-col gap-8">
          {report.similar.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-8">
              <Link to={`/${org}/admin/issues/${one.id}`} className="touch min-w-0 flex-1 truncate hover:underline">
                #{one.number} {one.title}
              </Link>
              <StatusChip status={one.status} />
              <Button onClick={() => void change({ merge_into: one.number }, `Merged into #${one.number}`)}>Merge into this</Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-8">
        <Field label="Report number">
          {(ids) => <Input {...ids} inputMode="numeric" pattern="\d+" value={number} onChange={(e) => setNumber(e.target.value)} />}
        </Field>
        <Button
          className="h-target"
          disabled={!/^\d{1,9}$/.test(number)}
          onClick={() => void change({ merge_into: Number(number) }, `Merged into #${number}`)}
        >
          Merge
        </Button>
      </div>
    </Group>
  )
}

function Elsewhere({ report, change }: PartProps) {
  const [known, setKnown] = useState(report.known_as ?? '')
  const [repository, setRepository] = useState(report.repositories[0]?.id ?? '')
  const [text, setText] = useState(report.body)
  return (
    <>
      <Group title="Publish as known issue" about="Shown to people about to report something similar. Nothing else of the report is shown.">
        <Field label="Public text">
          {(ids) => <Input {...ids} maxLength={200} value={known} onChange={(e) => setKnown(e.target.value)} />}
        </Field>
        <Button
          className="self-end"
          disabled={known.trim() === (report.known_as ?? '')}
          onClick={() =>
            void change({ known_as: known.trim() || null }, known.trim() ? 'Known issue published' : 'Known issue unpublished')
          }
        >
          Save
        </Button>
      </Group>
      <Group title="Send to GitHub" about="Creates a GitHub issue. Remove private details first.">
        {report.host_url && (
          <a href={report.host_url} className="text-accent hover:underline" rel="noreferrer" target="_blank">
            {report.host_url}
          </a>
        )}
        {report.host_failure && <p className="text-bad">{report.host_failure}</p>}
        {report.repositories.length === 0 ? (
          <p className="text-muted">None of your organizations has a connected repository.</p>
        ) : (
          <>
            <Field label="Repository">
              {(ids) => (
                <Select {...ids} value={repository} onChange={(e) => setRepository(e.target.value)}>
                  {report.repositories.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Text">
              {(ids) => <TextArea {...ids} maxLength={10_000} value={text} onChange={(e) => setText(e.target.value)} />}
            </Field>
            <Button
              className="self-end"
              disabled={!repository}
              onClick={() => void change({ send_to: repository, host_body: text }, 'Sending to GitHub')}
            >
              Create issue
            </Button>
          </>
        )}
      </Group>
    </>
  )
}
