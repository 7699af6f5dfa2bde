import { Link } from '@tanstack/react-router'
import { KeyRound, LogIn } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { useOrganization } from '../../../data/organization.ts'
import { currentUser } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useCall } from '../../settings/use-call.ts'
import { beginLogin } from './host-login.ts'

interface GrantProps {
  /** Whether this instance has a GitHub App. */
  app: boolean
  /** Granting access is the main action here. */
  primary?: boolean
  onGranted(): void
}

/** Two ways to show which repositories one can access: one’s own GitHub login, or a token. */
export function GrantAccess({ app, primary, onGranted }: GrantProps) {
  const organization = useOrganization()
  const call = useCall()
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const look = primary ? ('primary' as const) : ('plain' as const)
  const leave = async () => {
    setLeaving(true)
    await call(() => beginLogin(organization))
    setLeaving(false)
  }
  return (
    <>
      {app && (
        <Button look={look} busy={leaving} onClick={() => void leave()}>
          <LogIn aria-hidden /> Grant access with GitHub
        </Button>
      )}
      <Button look={app ? 'plain' : look} onClick={() => setAsking(true)}>
        <KeyRound aria-hidden /> Add token
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Add fine-grained token"
        about="Stored encrypted and never shown again. Baton can only access what the token can."
      >
        <TokenForm
          onAdded={() => {
            setAsking(false)
            onGranted()
          }}
        />
      </Dialog>
    </>
  )
}

function TokenForm({ onAdded }: { onAdded(): void }) {
  const organization = useOrganization()
  const call = useCall()
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const wrong = token !== '' && !token.trim().startsWith('github_pat_')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const added = await call(() => clientFor(organization).addHostToken({ token: token.trim() }), {
      done: 'Token added',
      then: ['listHostConnections', 'listHostRepositories', 'listRepos'],
    })
    setBusy(false)
    if (added) onAdded()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-12">
      <Field
        label="Token"
        hint="On GitHub: Settings, Developer settings, Fine-grained tokens. Choose repositories; grant Contents and Actions (read), Pull requests and Issues (read and write)."
        error={wrong ? 'Fine-grained tokens start with github_pat_. Classic tokens give too much access.' : undefined}
      >
        {(ids) => (
          <Input
            {...ids}
            type="password"
            required
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            className="font-mono"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end" busy={busy} disabled={wrong || token.trim() === ''}>
        Add token
      </Button>
    </form>
  )
}

/** Shown where only tokens work, with a link for people who can change that. */
export function NoApp() {
  const organization = useOrganization()
  return currentUser()?.role === 'admin' ? (
    <p className="text-helper text-muted">
      No GitHub App is configured.{' '}
      <Link to={`/${organization}/admin/github`} className="font-medium text-accent hover:underline">
        Set it up
      </Link>{' '}
      to grant access with a GitHub login and sync on every push.
    </p>
  ) : (
    <p className="text-helper text-muted">No GitHub App is configured. Use fine-grained tokens until an administrator sets one up.</p>
  )
}
