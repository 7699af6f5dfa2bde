import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { readAgain, useRead } from '../../../data/reads.ts'
import { currentUser } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { Card } from '../../../ui/row.tsx'
import { Problem } from '../../identity/auth-frame.tsx'
import { useStepUp } from '../../identity/step-up.tsx'
import { useAttempt } from '../../identity/use-attempt.ts'
import type { NewToken } from './use-first-call.ts'

const lasts = [
  [30, '30 days'],
  [90, '90 days'],
  [180, '6 months'],
  [365, '1 year'],
] as const

/** Creates a token. As a secret it bypasses the outbox and is kept only on this page. */
export function TokenForm({ onMade }: { onMade(token: NewToken): void }) {
  const org = useOrganization()
  const [name, setName] = useState(() => `${currentUser()?.handle ?? 'my'}-laptop`)
  const [days, setDays] = useState(90)
  const [agent, setAgent] = useState('')
  const { writes } = usePermissions()
  const { data: agents } = useRead('listAgents', { limit: 100 }, { enabled: writes })
  // Ownership decides who may act as an agent.
  const own = agents?.items.filter(({ owner_id }) => owner_id === currentUser()?.id) ?? []
  const { withPerson } = useStepUp()
  const { busy, error, errorOf, attempt } = useAttempt({ name: [] })
  const make = (event: FormEvent) => {
    event.preventDefault()
    const input = { name: name.trim(), expires_in_days: days, ...(agent && { agent }) }
    void attempt(async () => {
      onMade(await withPerson(() => clientFor(org).createMcpToken(input)))
      readAgain(org, new Set(['listMcpTokens']))
    })
  }
  return (
    <Card>
      <form onSubmit={make} className="flex flex-col gap-12 p-16">
        <Problem text={error} />
        <div className="grid gap-12 wide:grid-cols-3">
          <Field label="Name" error={errorOf('name')}>
            {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
          </Field>
          {writes && (
            <Field label="Acts as">
              {(ids) => (
                <Select {...ids} value={agent} onChange={(e) => setAgent(e.target.value)}>
                  <option value="">New agent “{name.trim()}”</option>
                  {own.map(({ id, name: called }) => (
                    <option key={id} value={id}>
                      {called}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field label="Expires after">
            {(ids) => (
              <Select {...ids} value={days} onChange={(e) => setDays(Number(e.target.value))}>
                {lasts.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {!writes && <p className="text-helper text-muted">You’re a viewer here, so the agent can only read.</p>}
        <Button type="submit" look="primary" className="self-start" busy={busy}>
          <KeyRound /> Create token
        </Button>
      </form>
    </Card>
  )
}
