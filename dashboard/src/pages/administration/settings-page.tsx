import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { useOwn } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Checkbox, Field, Input, Select } from '../../ui/field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useCall } from '../settings/use-call.ts'
import { AdminFrame } from './admin-frame.tsx'

type Setting = Output<'getSetting'>

const titles: Record<Setting['key'], string> = {
  general: 'General',
  registration: 'Registration',
  mail: 'Email',
  banner: 'Banner',
  impersonation: 'Impersonation',
}
const labels: Record<string, string> = {
  'general.name': 'Instance name',
  'general.description': 'Description',
  'general.language': 'Language of public pages',
  'general.support_email': 'Support email',
  'registration.mode': 'Registration',
  'mail.url': 'Mail server (SMTP)',
  'mail.from': 'Sender',
  'banner.text': 'Text',
  'banner.tone': 'Tone',
  'impersonation.allowed': 'Allow administrators to impersonate users',
  'impersonation.minutes': 'Time limit (minutes)',
}
const hints: Record<string, string> = {
  'general.description': 'Shown on the blog, in feeds and in link previews.',
  'general.language': 'Language tag, for example en or pt-BR.',
  'mail.url': 'smtp://user:password@host:587. Stored encrypted and never shown again. We’ll send you a test message before saving.',
  'mail.from': 'For example, Baton <baton@example.com>.',
  'banner.text': 'Shown to everyone. Leave empty for none.',
}

/** Settings in effect on this instance. Those set by the environment are shown and cannot be changed here. */
export function SettingsPage() {
  const read = useOwn('listSettings', {})
  const call = useCall()
  const test = async () => {
    const answer = await call(() => account.sendTestEmail({}))
    if (answer?.sent) toast.success(`Test message sent to ${answer.to}`)
    else if (answer) toast.error(answer.error ?? 'Test message failed')
  }
  return (
    <AdminFrame
      title="Settings"
      about="All changes are recorded in the audit log."
      actions={<Button onClick={() => void test()}>Send test email</Button>}
    >
      <Loaded read={read}>
        {({ settings }) => (
          <>
            {settings.map((one) => (
              <SettingForm key={`${one.key} ${one.version} ${one.updated_at}`} setting={one} />
            ))}
          </>
        )}
      </Loaded>
    </AdminFrame>
  )
}

interface Property {
  type?: string
  enum?: string[]
  anyOf?: Property[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

const isNullable = ({ anyOf }: Property): boolean => anyOf?.some(({ type }) => type === 'null') ?? false
const plainOf = (property: Property): Property => property.anyOf?.find(({ type }) => type !== 'null') ?? property

function SettingForm({ setting }: { setting: Setting }) {
  const call = useCall()
  const [given, setGiven] = useState<Record<string, unknown>>({})
  const properties = Object.entries((setting.schema['properties'] ?? {}) as Record<string, Property>)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const value = Object.fromEntries(
      Object.entries(given).map(([field, one]) => {
        const property = properties.find(([name]) => name === field)?.[1] ?? {}
        return [field, one === '' && isNullable(property) ? null : one]
      }),
    )
    const saved = await call(() => account.updateSetting({ key: setting.key, value }), { done: 'Saved', then: ['listSettings'] })
    setBusy(false)
    if (saved) setGiven({})
  }
  return (
    <form
      onSubmit={(event) => void save(event)}
      aria-label={titles[setting.key]}
      className="flex flex-col gap-12 rounded-card border border-line bg-raised p-16 shadow-card"
    >
      <div>
        <h2 className="font-medium">{titles[setting.key]}</h2>
        <p className="text-helper text-muted">{setting.describes}.</p>
      </div>
      {properties.map(([field, property]) => (
        <Value
          key={field}
          setting={setting}
          field={field}
          property={plainOf(property)}
          given={given[field]}
          onChange={(value) => setGiven((before) => ({ ...before, [field]: value }))}
        />
      ))}
      <Button type="submit" look="primary" busy={busy} className="self-end" disabled={Object.keys(given).length === 0}>
        Save
      </Button>
    </form>
  )
}

interface ValueProps {
  setting: Setting
  field: string
  property: Property
  given: unknown
  onChange(value: unknown): void
}

function Value({ setting, field, property, given, onChange }: ValueProps) {
  const name = `${setting.key}.${field}`
  const label = labels[name] ?? field
  const fixed = setting.fixed.find((one) => one.field === field)
  const secret = setting.secret.includes(field)
  const kept = setting.value[field]
  const isSet = secret && (kept as { is_set?: boolean } | undefined)?.is_set === true
  const shown = given ?? (secret ? '' : (kept ?? ''))
  const hint = fixed ? (
    <>
      Set by environment variable <span className="font-mono">{fixed.variable}</span>. Unset it to change it here.
    </>
  ) : (
    hints[name]
  )
  const disabled = fixed !== undefined
  if (property.type === 'boolean')
    return (
      <label className="touch flex items-center gap-8">
        <Checkbox checked={shown === true} disabled={disabled} onChange={(e) => onChange(e.target.checked)} />
        {label}
      </label>
    )
  return (
    <Field label={label} hint={hint}>
      {(ids) =>
        property.enum ? (
          <Select {...ids} disabled={disabled} value={String(shown)} onChange={(e) => onChange(e.target.value)}>
            {property.enum.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        ) : (
          <span className="flex items-center gap-8">
            <Input
              {...ids}
              disabled={disabled}
              type={property.type === 'integer' ? 'number' : secret ? 'password' : 'text'}
              autoComplete="off"
              min={property.minimum}
              max={property.maximum}
              maxLength={property.maxLength}
              placeholder={isSet ? 'Set. Type to replace.' : ''}
              value={String(shown)}
              onChange={(e) => onChange(property.type === 'integer' ? Number(e.target.value) : e.target.value)}
            />
            {isSet && <Chip tone="ok">set</Chip>}
          </span>
        )
      }
    </Field>
  )
}
