import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useMemo, useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { useCall } from '../../settings/use-call.ts'
import type { AllowedAction, Machine } from '../machine-words.ts'
import { argumentsOf, fieldsOf, type SchemaField } from './schema-fields.ts'

/** Asks for the arguments of an action, then tells the machine to run it. */
export function RunAction({ machine, action }: { machine: Machine; action: AllowedAction }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const call = useCall()
  const fields = useMemo(() => fieldsOf(action.schema), [action.schema])
  const [values, setValues] = useState<Record<string, string>>({})
  const [json, setJson] = useState('{}')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const given = fields ? argumentsOf(fields, values) : parsed(json)
    if (!given) return setError('Not a JSON object. Use the form {"name": "value"}.')
    setBusy(true)
    // Bypasses the outbox: an action that waited for a connection would run at a time nobody chose.
    const asked = await call(
      () => clientFor(organization).executeTunnelAction({ tunnel: machine.id, action: action.name, arguments: given }),
      { then: ['listTunnelActionHistory'] },
    )
    setBusy(false)
    if (asked) void navigate({ to: `/${organization}/machines/${machine.id}/actions/${asked.id}` })
  }
  return (
    <form className="flex flex-col gap-12" onSubmit={(event) => void run(event)}>
      {fields?.map((field) => (
        <Control
          key={field.name}
          field={field}
          value={values[field.name] ?? field.initial}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {!fields && (
        <Field label="Arguments as JSON" error={error} hint="Checked against the machine’s schema.">
          {(ids) => (
            <TextArea {...ids} rows={8} className="font-mono" spellCheck={false} value={json} onChange={(e) => setJson(e.target.value)} />
          )}
        </Field>
      )}
      {fields?.length === 0 && <p className="text-muted">This action takes no arguments.</p>}
      {machine.status === 'offline' && (
        <p className="text-helper text-muted">The machine is offline. The action expires if it doesn’t connect within 5 minutes.</p>
      )}
      <Button type="submit" look="primary" busy={busy} className="self-end">
        <Play aria-hidden />
        {action.risk === 'danger' ? 'Request approval' : `Run ${action.name}`}
      </Button>
    </form>
  )
}

function Control({ field, value, onChange }: { field: SchemaField; value: string; onChange(value: string): void }) {
  const { name, kind, about, required, choices, limits } = field
  if (kind === 'boolean')
    return (
      <label className="touch flex items-center gap-8">
        <Checkbox checked={value === 'true'} onChange={(e) => onChange(String(e.target.checked))} />
        <span className="font-mono">{name}</span>
        {about && <span className="text-helper text-muted">{about}</span>}
      </label>
    )
  return (
    <Field label={required ? name : `${name} (optional)`} hint={about || undefined}>
      {(ids) =>
        kind === 'choice' ? (
          <Select {...ids} required={required} value={value} onChange={(e) => onChange(e.target.value)}>
            <option value="" disabled={required}>
              {required ? 'Choose…' : 'None'}
            </option>
            {choices.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        ) : (
          <Input
            {...ids}
            {...limits}
            type={kind === 'number' ? 'number' : 'text'}
            required={required}
            value={value}
            onChange={(e) => onChange(e.target.value)}
          />
        )
      }
    </Field>
  )
}

function parsed(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
