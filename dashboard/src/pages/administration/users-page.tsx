import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { useOwnList } from '../../data/reads.ts'
import { Chip } from '../../ui/chip.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { AdminFrame } from './admin-frame.tsx'

type Only = 'all' | 'administrators' | 'suspended'

/** Everyone on the instance. */
export function UsersPage() {
  const org = useOrganization()
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState<Only>('all')
  const q = typed.trim()
  const read = useOwnList('listUsers', { limit: 50, ...(q && { q }), ...(only !== 'all' && { only }) })
  return (
    <AdminFrame title="Users" about="Everyone with an account on this instance.">
      <div className="flex flex-wrap items-end gap-8">
        <div className="min-w-0 flex-1 max-rail:basis-full">
          <Field label="Find">
            {(ids) => (
              <Input
                {...ids}
                type="search"
                placeholder="Filter by handle, name or email"
                value={typed}
                onChange={(e) => setTyped(e.target.value)}
              />
            )}
          </Field>
        </div>
        <Segmented
          label="Filter users"
          value={only}
          onChange={setOnly}
          options={[
            { value: 'all', title: 'All' },
            { value: 'administrators', title: 'Administrators' },
            { value: 'suspended', title: 'Suspended' },
          ]}
        />
      </div>
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <EmptyState title="No matching users">Try another name, or show all users.</EmptyState>
          ) : (
            <Rows aria-label="Users">
              {read.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <Avatar name={one.name} kind="person" size="large" decorative />
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-6">
                      <Link to={`/${org}/admin/users/${one.id}`} className="truncate font-medium hover:underline">
                        {one.name}
                      </Link>
                      {one.role === 'admin' && <Chip>administrator</Chip>}
                      {one.suspended_at && <Chip tone="warn">suspended</Chip>}
                      {!one.email_verified && <Chip dashed>email unverified</Chip>}
                    </p>
                    <p className="truncate text-helper text-muted">
                      {one.email} · <span className="font-mono">@{one.handle}</span>
                    </p>
                  </div>
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
