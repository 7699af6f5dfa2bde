import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account, clientFor } from '../../data/client.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { More } from '../../ui/more.tsx'
import { Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { CredentialRow } from './credential-row.tsx'
import { NewSecret } from './new-secret.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

export function ApiKeysPage() {
  const read = useList('listApiKeys', { limit: 50 })
  const { data: organizations } = useOwn('listOrganizations', {})
  const call = useCall()
  const [making, setMaking] = useState(false)
  const [value, setValue] = useState<string | null>(null)
  const live = read.items.filter((one) => !one.revoked_at)
  return (
    <SettingsFrame
      title="API keys"
      about="For your own scripts and services. A key acts as you within its scopes, but never counts as a person. API reference: /api/reference"
      actions={
        <Button look="primary" onClick={() => setMaking(true)}>
          New API key
        </Button>
      }
    >
      <Loaded read={read}>
        {() =>
          live.length === 0 ? (
            <EmptyState icon={KeyRound} title="No API keys yet">
              Create one to call the API from a script or CI.
            </EmptyState>
          ) : (
            <Rows aria-label="API keys">
              {live.map((one) => (
                <CredentialRow
                  key={one.id}
                  credential={one}
                  place={organizations?.items.find(({ id }) => id === one.organization_id)?.name}
                  chips={one.scopes.includes('*') ? ['everything'] : one.scopes.slice(0, 4)}
                  onRevoke={() =>
                    void call(() => account.revokeApiKey({ id: one.id }), { done: `“${one.name}” revoked`, then: ['listApiKeys'] })
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
      <Dialog open={making} onOpenChange={setMaking} title="New API key">
        <NewKey
          onMade={(key) => {
            setMaking(false)
            setValue(key)
          }}
        />
      </Dialog>
      <NewSecret title="Your new API key" value={value} onClose={() => setValue(null)} />
    </SettingsFrame>
  )
}

const presets = {
  'read only': ['project:read', 'task:read', 'feature:read', 'spec:read', 'decision:read', 'note:read', 'activity:read', 'search:read'],
  'read and edit work': ['project:read', 'task:write', 'feature:write', 'spec:read', 'decision:read', 'note:read', 'activity:write'],
  'report CI results': ['ci:write'],
  everything: ['*'],
}

const hints: Partial<Record<keyof typeof presets, string>> = {
  'report CI results': 'Results it reports count as CI evidence. Store it in your CI’s secrets.',
}

function NewKey({ onMade }: { onMade(key: string): void }) {
  const organization = useOrganization()
  const call = useCall()
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<keyof typeof presets>('read only')
  const [days, setDays] = useState(90)
  // The server accepts a check as CI's only from an admin's key.
  const { manages } = usePermissions()
  const offered = Object.keys(presets).filter((one) => manages || one !== 'report CI results')
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const made = await call(() => clientFor(organization).createApiKey({ name, scopes: presets[preset], expires_in_days: days }), {
      then: ['listApiKeys'],
    })
    if (made) onMade(made.key)
  }
  return (
    <form onSubmit={(event) => void make(event)} className="flex flex-col gap-12">
      <Field label="Purpose" name="name">
        {(ids) => <Input {...ids} required maxLength={100} autoFocus value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="Permissions" name="scopes" hint={[hints[preset], presets[preset].join(', ')].filter(Boolean).join(' ')}>
        {(ids) => (
          <Select {...ids} value={preset} onChange={(e) => setPreset(e.target.value as keyof typeof presets)}>
            {offered.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Expires in (days)" name="expires_in_days">
        {(ids) => (
          <Input {...ids} type="number" min={1} max={365} required value={days} onChange={(e) => setDays(e.target.valueAsNumber)} />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Create key
      </Button>
    </form>
  )
}
