import type { Input as InputOf, Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Input } from '../../ui/field.tsx'
import { useCall } from '../settings/use-call.ts'
import type { Provider } from './providers.ts'

type Integration = Output<'listIntegrations'>['items'][number]
type Kind = Integration['kinds'][number]

const kinds: [Kind, string][] = [
  ['gate_waiting', 'Gates that need your approval'],
  ['question', 'Questions'],
  ['mention', 'Mentions and agents over budget'],
  ['review_requested', 'Review requests'],
  ['action_waiting', 'Dangerous actions on your machines'],
  ['agent_stuck', 'Blocked agents'],
  ['run_ended', 'Runs that need a look'],
  ['assignment', 'Tasks assigned to you'],
  ['watching', 'Comments and status changes on what you watch'],
  ['report_updated', 'Replies to your reports'],
]
const usual: Kind[] = ['mention', 'question', 'gate_waiting', 'review_requested', 'agent_stuck', 'run_ended', 'action_waiting']

/** A field left empty keeps its stored token. */
export function ConnectForm({ provider, integration, done }: { provider: Provider; integration: Integration | undefined; done(): void }) {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const [given, setGiven] = useState<Record<string, string>>(integration?.channel ? { channel: integration.channel } : {})
  const [told, setTold] = useState<readonly Kind[]>(integration?.kinds ?? usual)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const filled = Object.fromEntries(
      Object.entries(given)
        .filter(([, value]) => value.trim())
        .map(([name, value]) => [name, value.trim()]),
    )
    const input = { provider: provider.name, ...filled, ...(provider.name === 'slack' && { kinds: [...told] }) }
    const saved = await call(() => account.saveIntegration(input as InputOf<'saveIntegration'>), {
      then: ['listIntegrations'],
      done: `${provider.title} connected`,
    })
    setBusy(false)
    if (saved) done()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      {provider.fields.map(({ name, label, hint, secret, placeholder }) => (
        <Field key={name} label={label} hint={integration && secret ? `${hint}. Leave empty to keep the current one.` : hint}>
          {(ids) => (
            <Input
              {...ids}
              type={secret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              required={!integration}
              placeholder={placeholder}
              className={secret ? 'font-mono' : undefined}
              value={given[name] ?? ''}
              onChange={(e) => setGiven({ ...given, [name]: e.target.value })}
            />
          )}
        </Field>
      ))}
      {provider.name === 'slack' && (
        <fieldset className="flex flex-col gap-6">
          <legend className="mb-4 text-helper font-medium text-muted">Notifications</legend>
          {kinds.map(([kind, title]) => (
            <label key={kind} className="touch flex items-center gap-8">
              <Checkbox
                checked={told.includes(kind)}
                onChange={(e) => setTold(e.target.checked ? [...told, kind] : told.filter((one) => one !== kind))}
              />
              {title}
            </label>
          ))}
        </fieldset>
      )}
      <Button type="submit" look="primary" className="self-end" busy={busy}>
        {busy ? `Checking ${provider.title}…` : 'Check and save'}
      </Button>
    </form>
  )
}
