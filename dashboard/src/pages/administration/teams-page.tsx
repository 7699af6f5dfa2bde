import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { useOwnList } from '../../data/reads.ts'
import { Field, Input } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

/** The teams of all organizations. */
export function TeamsPage() {
  const org = useOrganization()
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const read = useOwnList('listAllTeams', { limit: 50, ...(q && { q }) })
  return (
    <AdminFrame title="Teams" about="Teams of all organizations. Your changes are recorded in the organization’s audit log.">
      <Field label="Find">
        {(ids) => (
          <Input {...ids} type="search" placeholder="Filter by handle or name" value={typed} onChange={(e) => setTyped(e.target.value)} />
        )}
      </Field>
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <EmptyState title={q ? 'No matching teams' : 'No teams yet'}>
              {q ? 'Try another name.' : 'Organizations create their own teams under People.'}
            </EmptyState>
          ) : (
            <Rows aria-label="Teams">
              {read.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1">
                    <Link to={`/${org}/admin/teams/${one.id}`} className="truncate font-medium hover:underline">
                      {one.name}
                    </Link>
                    <p className="truncate text-helper text-muted">
                      <span className="font-mono">@{one.handle}</span> · {one.organization.name}
                    </p>
                  </div>
                  <span className="text-helper text-muted">{plural(one.members, 'member')}</span>
                  <Ago at={one.created_at} />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
    </AdminFrame>
  )
}
