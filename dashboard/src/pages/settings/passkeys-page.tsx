import { Fingerprint } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { useOwnList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { date } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { addPasskey, passkeysWork } from '../identity/passkey.ts'
import { SecondFactor } from './second-factor.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

const then = ['listPasskeys', 'getSecondFactor'] as const

export function PasskeysPage() {
  const read = useOwnList('listPasskeys', { limit: 50 })
  const call = useCall()
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" disabled={!passkeysWork()} onClick={() => setAdding(true)}>
      Add passkey
    </Button>
  )
  return (
    <SettingsFrame
      title="Passkeys & second factor"
      about="Log in with your fingerprint, face or security key instead of a password."
      actions={add}
    >
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <EmptyState icon={Fingerprint} title="No passkeys yet">
              {passkeysWork()
                ? 'Add one to log in without a password.'
                : 'This browser doesn’t support passkeys, or the page isn’t served over HTTPS.'}
            </EmptyState>
          ) : (
            <Rows aria-label="Passkeys">
              {read.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <Fingerprint className="size-16 text-muted" aria-hidden />
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-6">
                      <span className="truncate font-medium">{one.name}</span>
                      {one.synced && <Chip>synced</Chip>}
                      {one.second_factor && <Chip>second factor</Chip>}
                    </p>
                    <p className="text-helper text-muted">
                      added {date(one.created_at)}
                      {one.last_used_at ? (
                        <>
                          {' '}
                          · used <Ago at={one.last_used_at} said />
                        </>
                      ) : (
                        ' · never used'
                      )}
                    </p>
                  </div>
                  <Menu
                    trigger={<Button aria-label={`Change ${one.name}`}>Change</Button>}
                    items={[
                      {
                        title: one.second_factor ? 'Stop using as second factor' : 'Use as second factor',
                        run: () =>
                          void call(() => account.updatePasskey({ id: one.id, second_factor: !one.second_factor }), {
                            done: 'Passkey updated',
                            then,
                          }),
                      },
                      null,
                      {
                        title: 'Delete',
                        danger: true,
                        run: () => void call(() => account.deletePasskey({ id: one.id }), { done: `“${one.name}” deleted`, then }),
                      },
                    ]}
                  />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
      <SecondFactor />
      <Dialog open={adding} onOpenChange={setAdding} title="Add passkey">
        <NewPasskey done={() => setAdding(false)} />
      </Dialog>
    </SettingsFrame>
  )
}

function NewPasskey({ done }: { done(): void }) {
  const call = useCall()
  const [name, setName] = useState('')
  const [second, setSecond] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (await call(() => addPasskey(name, second), { done: 'Passkey added', then })) done()
  }
  return (
    <form className="flex flex-col gap-12" onSubmit={(event) => void add(event)}>
      <Field label="Name" hint="Such as “Work laptop”">
        {(ids) => <Input {...ids} required maxLength={100} autoFocus value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <label className="touch flex items-center gap-8">
        <Checkbox checked={second} onChange={(e) => setSecond(e.target.checked)} />
        Also require this passkey as a second factor
      </label>
      <Button type="submit" look="primary" className="self-end">
        Continue
      </Button>
    </form>
  )
}
