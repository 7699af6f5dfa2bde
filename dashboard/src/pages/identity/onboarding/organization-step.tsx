import { Check, X } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import type { Output } from '@baton/client'
import { account } from '../../../data/client.ts'
import { withPerson } from '../../../data/step-up.ts'
import { currentUser } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Problem } from '../auth-frame.tsx'
import { handleFrom } from '../login/handle-field.tsx'
import { useAttempt } from '../use-attempt.ts'

const pause = 250

/** Asks the server about a handle, debounced while it is being typed. */
function useHandleCheck(handle: string): Output<'checkHandle'> | undefined {
  const [answer, setAnswer] = useState<Output<'checkHandle'>>()
  useEffect(() => {
    if (!/^[a-z0-9](-?[a-z0-9])+$/.test(handle)) return
    const timer = setTimeout(() => void account.checkHandle({ handle }).then(setAnswer, () => {}), pause)
    return () => clearTimeout(timer)
  }, [handle])
  return answer?.handle === handle ? answer : undefined
}

export function OrganizationStep({ onDone }: { onDone(handle: string): void }) {
  const user = currentUser()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string>()
  const handle = typed ?? handleFrom(name)
  const check = useHandleCheck(handle)
  const { busy, error, errorOf, attempt } = useAttempt({ name: [], handle: ['handle_taken'] })
  const make = (input: { name: string; handle?: string }) =>
    attempt(async () => {
      const { organization } = await withPerson(() => account.onboard(input))
      onDone(organization.handle)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make({ name: name.trim(), handle })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-16">
      <Problem text={error} />
      <Field label="Name" error={errorOf('name')}>
        {(ids) => (
          <Input
            {...ids}
            name="organization"
            autoComplete="organization"
            placeholder="Northwind"
            required
            autoFocus
            maxLength={120}
            value={name}
            onChange={(e) => setName(e.target.value)}
          />
        )}
      </Field>
      <Field
        label="Handle"
        error={errorOf('handle') ?? (check && !check.free ? 'This handle is taken.' : undefined)}
        hint={
          check?.free ? (
            <span className="flex items-center gap-4 text-ok">
              <Check className="size-12" aria-hidden /> {handle} is available
            </span>
          ) : (
            'Lowercase letters, digits and single dashes. Used in every URL.'
          )
        }
      >
        {(ids) => (
          <Input
            {...ids}
            name="handle"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            minLength={2}
            maxLength={39}
            pattern="[a-z0-9](-?[a-z0-9])*"
            title="Lowercase letters, digits and single dashes"
            className="font-mono"
            value={handle}
            onChange={(e) => setTyped(e.target.value)}
          />
        )}
      </Field>
      {check && !check.free && check.suggestions.length > 0 && (
        <div className="flex flex-wrap items-center gap-6">
          <X className="size-16 text-bad" aria-hidden />
          <span className="text-helper text-muted">Available:</span>
          {check.suggestions.map((one) => (
            <Button key={one} className="font-mono" onClick={() => setTyped(one)}>
              {one}
            </Button>
          ))}
        </div>
      )}
      <Button type="submit" look="primary" className="h-target" busy={busy} disabled={check?.free === false}>
        Create organization
      </Button>
      <Button look="quiet" onClick={() => void make({ name: user?.name ?? 'Personal' })}>
        Skip – just use my personal workspace, @{user?.handle}
      </Button>
    </form>
  )
}
