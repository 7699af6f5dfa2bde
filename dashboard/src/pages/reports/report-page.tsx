import { useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Group, SettingsFrame } from '../settings/settings-frame.tsx'
import { useCall } from '../settings/use-call.ts'
import { Sent, StatusChip, Thread } from './report-words.tsx'

export function ReportPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useOwn('getIssueReport', { id })
  return (
    <SettingsFrame title={read.data ? `Report #${read.data.number}` : 'Report'}>
      <Loaded read={read}>
        {(report) => (
          <>
            <Group title={report.title}>
              <p className="flex flex-wrap gap-6">
                <StatusChip status={report.status} />
                {report.merged && <Chip>duplicate of another report</Chip>}
              </p>
              {report.body && <p className="break-words whitespace-pre-wrap">{report.body}</p>}
            </Group>
            <Thread messages={report.thread} />
            <Answer id={id} />
            <Group title="Included details">
              <Sent report={report} />
            </Group>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function Answer({ id }: { id: string }) {
  const call = useCall()
  const [body, setBody] = useState('')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const sent = await call(() => account.answerIssueReport({ id, body }), { then: ['getIssueReport', 'listIssueReports'], done: 'Sent' })
    if (sent) setBody('')
  }
  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-8">
      <Field label="Message to the administrators">
        {(ids) => <TextArea {...ids} required maxLength={10_000} value={body} onChange={(e) => setBody(e.target.value)} />}
      </Field>
      <Button type="submit" className="self-end" disabled={!body.trim()}>
        Send
      </Button>
    </form>
  )
}
