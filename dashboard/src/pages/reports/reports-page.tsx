import { Link } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { useOwnList } from '../../data/reads.ts'
import { reportIssue } from '../../data/report-issue.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { StatusChip } from './report-words.tsx'

const open = () => reportIssue()

/** Issues this person reported, and what became of them. */
export function ReportsPage() {
  const org = useOrganization()
  const list = useOwnList('listIssueReports', { limit: 50 })
  const button = (
    <Button look="primary" onClick={open}>
      Report an issue
    </Button>
  )
  return (
    <SettingsFrame
      title="Your reports"
      about="Issues you reported to the administrators. You’ll be notified when they reply."
      actions={list.items.length > 0 && button}
    >
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Bug} title="No reports yet" action={button}>
              Found a problem? You’ll see everything before it’s sent.
            </EmptyState>
          ) : (
            <Rows aria-label="Your reports">
              {list.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <span className="font-mono text-label text-muted">#{one.number}</span>
                  <Link to={`/${org}/settings/reports/${one.id}`} className="touch min-w-0 flex-1 truncate font-medium hover:underline">
                    {one.title}
                  </Link>
                  {one.merged && <Chip>merged</Chip>}
                  {one.messages > 0 && <span className="text-helper text-muted">{plural(one.messages, 'message')}</span>}
                  <StatusChip status={one.status} />
                  <Ago at={one.updated_at} />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
    </SettingsFrame>
  )
}
