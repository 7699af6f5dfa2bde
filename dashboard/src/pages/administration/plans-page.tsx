import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { bytes, money, plural } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useCall } from '../settings/use-call.ts'
import { AdminFrame } from './admin-frame.tsx'

type Plan = Output<'listPlans'>['plans'][number]
const limits = { members: 'Members', projects: 'Active projects', attachments_megabytes: 'MiB of attachments' } as const
type Limit = keyof typeof limits
const then = ['listPlans'] as const

/** Limits of organizations by plan. Agents are never counted. */
export function PlansPage() {
  const read = useOwn('listPlans', {})
  const call = useCall()
  const [changing, setChanging] = useState<Plan | null>(null)
  const seed = () => void call(() => account.seedSettings({}), { done: 'Default plans loaded', then })
  return (
    <AdminFrame title="Plans" about="Limits block new items but never remove existing ones. Agents don’t count as seats.">
      <Loaded read={read}>
        {({ billing, plans }) => (
          <>
            {!billing && (
              <p className="rounded-card bg-accent-soft p-12 text-accent">
                Billing is not configured: everything is free and unlimited. Set <span className="font-mono">BILLING_KEY</span> to turn
                plans on.
              </p>
            )}
            {plans.length === 0 ? (
              <EmptyState title="No plans yet" action={<Button onClick={seed}>Load default plans</Button>} />
            ) : (
              <Rows aria-label="Plans">
                {plans.map((one) => (
                  <Row key={one.id} className="flex-wrap">
                    <div className="min-w-0 flex-1 max-rail:basis-full">
                      <p className="flex flex-wrap items-center gap-6">
                        <span className="font-medium">{one.name}</span>
                        <span className="font-mono text-helper text-muted">{one.id}</span>
                        {one.is_default && <Chip>default</Chip>}
                      </p>
                      <p className="text-helper text-muted">{wordsOf(one)}</p>
                    </div>
                    <span className="font-mono">{one.price_cents === 0 ? 'free' : money(one.price_cents / 100)}</span>
                    <span className="text-helper text-muted">{plural(one.subscriptions, 'organization')}</span>
                    <Button aria-label={`Change ${one.name}`} onClick={() => setChanging(one)}>
                      Change…
                    </Button>
                  </Row>
                ))}
              </Rows>
            )}
          </>
        )}
      </Loaded>
      <Dialog open={changing !== null} onOpenChange={(open) => !open && setChanging(null)} title={`Change ${changing?.name ?? ''}`}>
        {changing && <Change plan={changing} done={() => setChanging(null)} />}
      </Dialog>
    </AdminFrame>
  )
}

const wordsOf = ({ limits: { members, projects, attachments_megabytes: megabytes } }: Plan): string => {
  const said = [
    members != null && plural(members, 'member'),
    projects != null && plural(projects, 'active project'),
    megabytes != null && `${bytes(megabytes * 1024 * 1024)} of attachments`,
  ].filter(Boolean)
  return said.length > 0 ? said.join(', ') : 'No limits'
}

function Change({ plan, done }: { plan: Plan; done(): void }) {
  const call = useCall()
  const [name, setName] = useState(plan.name)
  const [price, setPrice] = useState(plan.provider_price ?? '')
  const [checkout, setCheckout] = useState(plan.checkout_url ?? '')
  const [given, setGiven] = useState<Record<Limit, string>>({
    members: String(plan.limits.members ?? ''),
    projects: String(plan.limits.projects ?? ''),
    attachments_megabytes: String(plan.limits.attachments_megabytes ?? ''),
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const numbers = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text === '' ? null : Number(text)]))
    const input = { plan: plan.id, name, limits: numbers, provider_price: price || null, checkout_url: checkout || null }
    const saved = await call(() => account.updatePlan(input), { done: 'Saved', then })
    if (saved) done()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field label="Name">
        {(ids) => <Input {...ids} required maxLength={60} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      {(Object.keys(limits) as Limit[]).map((limit) => (
        <Field key={limit} label={limits[limit]} hint="Leave empty for no limit.">
          {(ids) => (
            <Input
              {...ids}
              type="number"
              min={0}
              value={given[limit]}
              onChange={(e) => setGiven((before) => ({ ...before, [limit]: e.target.value }))}
            />
          )}
        </Field>
      ))}
      <Field label="Provider price ID" hint="For example, price_1P…">
        {(ids) => <Input {...ids} maxLength={255} value={price} onChange={(e) => setPrice(e.target.value)} />}
      </Field>
      <Field label="Checkout URL" hint="The provider’s checkout page (HTTPS).">
        {(ids) => <Input {...ids} type="url" maxLength={1000} value={checkout} onChange={(e) => setCheckout(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Save
      </Button>
    </form>
  )
}
