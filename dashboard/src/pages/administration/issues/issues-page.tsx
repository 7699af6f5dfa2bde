import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { Ago } from '../../../ui/time.tsx'
import { StatusChip, statuses, type Status, wordOf } from '../../reports/report-words.tsx'
import { AdminFrame } from '../admin-frame.tsx'

/** Issues that people of this instance have reported, for its administrators. */
export function IssuesPage() {
  const org = useOrganization()
  const navigate = useNavigate()
  const { status, q = '' } = useSearch({ strict: false }) as { status?: Status; q?: string }
  const list = useOwnList('listAllIssueReports', { limit: 50, ...(status && { status }), ...(String(q).trim() && { q: String(q).trim() }) })
  const choose = (next: { status?: Status | undefined; q?: string | undefined }) =>
    void navigate({ to: '.', search: { ...(status && { status }), ...(q && { q }), ...next } as never, replace: true })
  return (
    <AdminFrame title="Reported issues" about="Issues people reported. Reporters are notified of every change.">
      <div className="flex flex-col gap-8">
        <Segmented
          label="Filter reports"
          value={status ?? 'all'}
          options={[{ value: 'all', title: 'All' }, ...statuses.map((one) => ({ value: one, title: wordOf(one) }))]}
          onChange={(value) => choose({ status: value === 'all' ? undefined : (value as Status) })}
        />
        <Field label="Search">
          {(ids) => <Input {...ids} type="search" value={q} maxLength={200} onChange={(e) => choose({ q: e.target.value || undefined })} />}
        </Field>
      </div>
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Bug} title="No results">
              {status || q ? 'No matching reports.' : 'No reports yet.'}
            </EmptyState>
          ) : (
            <Rows aria-label="Reported issues">
              {list.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <span className="font-mono text-label text-muted">#{one.number}</span>
                  <div className="min-w-0 flex-1">
                    <Link to={`/${org}/admin/issues/${one.id}`} className="touch block truncate font-medium hover:underline">
                      {one.title}
                    </Link>
                    <p className="truncate text-helper text-muted">
                      {one.reporter.name} · {plural(one.messages, 'message')}
                      {one.duplicates > 0 && ` · ${plural(one.duplicates, 'duplicate')}`}
                    </p>
                  </div>
                  {one.merged_into && <Chip>duplicate of #{one.merged_into}</Chip>}
                  <StatusChip status={one.status} />
                  <Ago at={one.created_at} />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
    </AdminFrame>
  )
}
