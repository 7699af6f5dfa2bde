import type { Output } from '@baton/client'
import { Handshake, Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../../data/client.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { date } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { useCall } from '../../settings/use-call.ts'
import { AdminFrame } from '../admin-frame.tsx'

type Sponsor = Output<'listSponsors'>['items'][number]
type Tier = Sponsor['tier']

/** Sponsors of this instance, and how long they are shown. */
export function SponsorsPage() {
  const list = useOwnList('listSponsors', { limit: 50 })
  const call = useCall()
  const [edited, setEdited] = useState<Sponsor | 'new' | null>(null)
  const remove = ({ id, name }: Sponsor) =>
    void call(() => account.deleteSponsor({ id }), { done: `${name} deleted`, then: ['listSponsors'] })
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden /> Add sponsor
    </Button>
  )
  return (
    <AdminFrame
      title="Sponsors"
      about="Shown on the contact page between the start and end dates. Links are marked as sponsored."
      actions={add}
    >
      <Loaded read={list}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState icon={Handshake} title="No sponsors yet" />
          ) : (
            <Rows aria-label="Sponsors">
              {list.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-6">
                      <span className="font-medium">{one.name}</span>
                      <Chip>{one.tier}</Chip>
                      <Chip tone={one.active ? 'ok' : 'plain'}>{one.active ? 'shown' : 'not shown'}</Chip>
                    </p>
                    <p className="text-helper text-muted break-all">
                      {one.url} · {date(one.starts_on)} to {one.ends_on ? date(one.ends_on) : 'no end date'}
                    </p>
                  </div>
                  <Button look="quiet" onClick={() => setEdited(one)}>
                    Edit<span className="sr-only"> {one.name}</span>
                  </Button>
                  <Button look="danger" onClick={() => remove(one)}>
                    Delete<span className="sr-only"> {one.name}</span>
                  </Button>
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={list} />
      <Dialog
        open={edited !== null}
        onOpenChange={(open) => !open && setEdited(null)}
        title={edited === 'new' ? 'Add sponsor' : 'Edit sponsor'}
      >
        {edited !== null && (
          <SponsorForm key={edited === 'new' ? 'new' : edited.id} sponsor={edited === 'new' ? null : edited} done={() => setEdited(null)} />
        )}
      </Dialog>
    </AdminFrame>
  )
}

function SponsorForm({ sponsor, done }: { sponsor: Sponsor | null; done(): void }) {
  const call = useCall()
  const [given, setGiven] = useState({
    name: sponsor?.name ?? '',
    url: sponsor?.url ?? 'https://',
    tier: sponsor?.tier ?? ('silver' as Tier),
    about: sponsor?.about ?? '',
    starts_on: sponsor?.starts_on ?? new Date().toISOString().slice(0, 10),
    ends_on: sponsor?.ends_on ?? '',
  })
  const set = (field: keyof typeof given) => (event: { target: { value: string } }) => setGiven({ ...given, [field]: event.target.value })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const input = { ...given, ends_on: given.ends_on || null }
    const work = () =>
      sponsor ? account.updateSponsor({ id: sponsor.id, version: sponsor.version, ...input }) : account.createSponsor(input)
    if (await call(work, { done: 'Saved', then: ['listSponsors'] })) done()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Name">{(ids) => <Input {...ids} required maxLength={120} value={given.name} onChange={set('name')} />}</Field>
      <Field label="Address" hint="Starts with https://">
        {(ids) => <Input {...ids} required type="url" pattern="https://.+" maxLength={500} value={given.url} onChange={set('url')} />}
      </Field>
      <Field label="Tier">
        {(ids) => (
          <Select {...ids} value={given.tier} onChange={set('tier')}>
            {['platinum', 'gold', 'silver', 'bronze'].map((tier) => (
              <option key={tier} value={tier}>
                {tier}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="About">{(ids) => <Input {...ids} maxLength={300} value={given.about} onChange={set('about')} />}</Field>
      <div className="grid gap-12 wide:grid-cols-2">
        <Field label="Start date">
          {(ids) => <Input {...ids} required type="date" value={given.starts_on} onChange={set('starts_on')} />}
        </Field>
        <Field label="End date" hint="Leave empty for no end date.">
          {(ids) => <Input {...ids} type="date" value={given.ends_on} onChange={set('ends_on')} />}
        </Field>
      </div>
      <Button type="submit" look="primary" className="self-end">
        Save
      </Button>
    </form>
  )
}
