import { useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Problem } from '../auth-frame.tsx'
import { useAttempt } from '../use-attempt.ts'

/** "Mobile app" gives MA, "Platform" gives PLA. */
function keyFrom(name: string): string {
  const words = name
    .normalize('NFKD')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '').slice(0, 3)
  return letters.replace(/^[^A-Z]+/, '').slice(0, 5)
}

export function ProjectStep({ org, onDone }: { org: string; onDone(): void }) {
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string>()
  const key = typed ?? keyFrom(name)
  const { busy, error, errorOf, attempt } = useAttempt({ name: [], key: ['conflict'] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await clientFor(org).createProject({ name: name.trim(), ...(key.length > 1 && { key }) })
      onDone()
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-16">
      <Problem text={error} />
      <Field label="Name" error={errorOf('name')}>
        {(ids) => (
          <Input
            {...ids}
            name="project"
            autoComplete="off"
            placeholder="Platform"
            required
            autoFocus
            maxLength={120}
            value={name}
            onChange={(e) => setName(e.target.value)}
          />
        )}
      </Field>
      <Field label="Key" hint={`Tasks are named ${key || 'KEY'}-1, ${key || 'KEY'}-2 and so on.`} error={errorOf('key')}>
        {(ids) => (
          <Input
            {...ids}
            name="key"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            minLength={2}
            maxLength={10}
            className="font-mono"
            value={key}
            onChange={(e) => setTyped(e.target.value.toUpperCase())}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="h-target" busy={busy}>
        Create project
      </Button>
      <Button look="quiet" onClick={onDone}>
        Later
      </Button>
    </form>
  )
}
