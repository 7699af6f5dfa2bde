import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { act } from '../../data/writes/act.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { plain, plural } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'

export function Teams() {
  const org = useOrganization()
  const read = useList('listTeams', { mine: false, limit: 100 })
  const { data: current } = useRead('getCurrentTeam', {})
  const [making, setMaking] = useState(false)
  const { writes } = usePermissions()
  return (
    <section aria-label="Teams" className="flex flex-col gap-8">
      <div className="flex items-center justify-between">
        <h2 className="font-medium">Teams</h2>
        {writes && <Button onClick={() => setMaking(true)}>New team</Button>}
      </div>
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <p className="text-muted">No teams yet. Teams group people and share skills and agents.</p>
          ) : (
            <Rows>
              {read.items.map((one) => (
                <Row key={one.id}>
                  <div className="min-w-0 flex-1">
                    <Link to={`/${org}/teams/${one.handle}`} className="font-medium hover:underline">
                      {one.name}
                    </Link>
                    <p className="truncate text-helper text-muted">{plain(one.description)}</p>
                  </div>
                  {current?.team?.id === one.id && <Chip>your current team</Chip>}
                  {one.role && <Chip>you: {one.role}</Chip>}
                  <span className="text-helper text-muted">{plural(one.members, 'member')}</span>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <Dialog open={making} onOpenChange={setMaking} title="New team">
        <NewTeam done={() => setMaking(false)} />
      </Dialog>
    </section>
  )
}

const handleOf = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function NewTeam({ done }: { done(): void }) {
  const organization = useOrganization()
  const [name, setName] = useState('')
  const [handle, setHandle] = useState<string | null>(null)
  const [description, setDescription] = useState('')
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const input = { name, handle: handle ?? handleOf(name), ...(description && { description }) }
    if (await act({ organization, operation: 'createTeam', input, label: 'Create team', done: 'Team created', then: ['listTeams'] })) done()
  }
  return (
    <form onSubmit={(event) => void make(event)} className="flex flex-col gap-12">
      <Field label="Name">
        {(ids) => <Input {...ids} required autoFocus maxLength={100} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="Handle">
        {(ids) => <Input {...ids} required value={handle ?? handleOf(name)} onChange={(e) => setHandle(e.target.value)} />}
      </Field>
      <Field label="Description">
        {(ids) => <Input {...ids} maxLength={2000} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Create team
      </Button>
    </form>
  )
}
