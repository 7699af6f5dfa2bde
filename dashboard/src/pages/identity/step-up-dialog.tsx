import { Fingerprint, KeyRound, Mail, Smartphone, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import type { Input as InputOf } from '@baton/client'
import { account } from '../../data/client.ts'
import { currentUser } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Problem } from './auth-frame.tsx'
import { provePasskey } from './passkey.ts'
import { useAttempt } from './use-attempt.ts'

type Way = 'passkey' | 'password' | 'totp' | 'code'
const ways: Record<Way, { title: string; icon: LucideIcon }> = {
  passkey: { title: 'Passkey', icon: Fingerprint },
  password: { title: 'Password', icon: KeyRound },
  totp: { title: 'Authenticator app', icon: Smartphone },
  code: { title: 'Emailed code', icon: Mail },
}

/** Methods available to this account; password and emailed code are offered before the server has answered. */
function useWays(): Way[] {
  const [has, setHas] = useState({ passkey: false, totp: false })
  useEffect(() => {
    void Promise.all([account.listPasskeys({ limit: 1 }), account.getSecondFactor({})])
      .then(([{ items }, { totp }]) => setHas({ passkey: items.length > 0, totp }))
      .catch(() => {})
  }, [])
  return [
    ...(has.passkey ? (['passkey'] as const) : []),
    'password',
    ...(has.totp ? (['totp'] as const) : []),
    ...(currentUser()?.email_verified ? (['code'] as const) : []),
  ]
}

export default function StepUpDialog({ answer }: { answer(proven: boolean): void }) {
  const user = currentUser()
  const offered = useWays()
  const [chosen, setChosen] = useState<Way>()
  const [text, setText] = useState('')
  const [sent, setSent] = useState(false)
  const way = chosen ?? offered[0] ?? 'password'
  const asks = way === 'password' || way === 'totp' || (way === 'code' && sent)
  const { busy, error, errorOf, attempt, clear } = useAttempt(asks ? { [way]: ['invalid'] } : {})
  const choose = (next: Way) => {
    setChosen(next)
    setText('')
    clear()
  }
  const prove = (proof: () => Promise<InputOf<'stepUp'>>) =>
    attempt(async () => {
      await account.stepUp(await proof())
      answer(true)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void prove(async () => (way === 'password' ? { password: text } : { [way]: text.trim() }))
  }
  const mail = () =>
    attempt(async () => {
      await account.sendCode({ email: user?.email ?? '' })
      setSent(true)
    })
  return (
    <Dialog
      open
      over
      onOpenChange={(open) => !open && answer(false)}
      title="Confirm it’s you"
      about="You won’t be asked again for 10 minutes."
    >
      <form onSubmit={submit} className="flex flex-col gap-16">
        <Problem text={error} />
        {/* Lets a password manager know whose password is asked for. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        {way === 'passkey' && (
          <Button
            look="primary"
            className="h-target"
            busy={busy}
            data-first
            onClick={() => void prove(async () => ({ passkey: await provePasskey() }))}
          >
            <Fingerprint /> Use your passkey
          </Button>
        )}
        {way === 'code' && !sent && (
          <Button look="primary" className="h-target" busy={busy} onClick={() => void mail()}>
            <Mail /> Email a code to {user?.email}
          </Button>
        )}
        {asks && (
          <>
            <Field
              key={way}
              label={way === 'password' ? 'Your password' : way === 'totp' ? 'Code from your authenticator app' : 'Code from the email'}
              error={errorOf(way)}
              {...(way === 'code' && { hint: `6-digit code, sent to ${user?.email}.` })}
            >
              {(ids) => (
                <Input
                  {...ids}
                  autoFocus
                  required
                  value={text}
                  onChange={(e) => setText(e.target.value)}
                  {...(way === 'password'
                    ? { type: 'password', autoComplete: 'current-password', maxLength: 200 }
                    : {
                        inputMode: 'numeric' as const,
                        autoComplete: 'one-time-code',
                        pattern: '\\s*\\d{6}\\s*',
                        maxLength: 8,
                        title: 'Enter the 6 digits',
                      })}
                />
              )}
            </Field>
            <Button type="submit" look="primary" className="h-target" busy={busy}>
              Continue
            </Button>
          </>
        )}
        {offered.length > 1 && (
          <div className="flex flex-wrap items-center gap-6 border-t border-line-soft pt-12">
            <span className="text-helper text-muted">Other methods:</span>
            {offered
              .filter((one) => one !== way)
              .map((one) => {
                const { title, icon: Icon } = ways[one]
                return (
                  <Button key={one} onClick={() => choose(one)}>
                    <Icon /> {title}
                  </Button>
                )
              })}
          </div>
        )}
      </form>
    </Dialog>
  )
}
