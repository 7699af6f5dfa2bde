import type { Output } from '@baton/client'
import { useState } from 'react'
import { account } from '../../data/client.ts'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { Group } from './settings-frame.tsx'
import { useCall } from './use-call.ts'
import { lazily } from '../../ui/lazily.tsx'

const QrCode = lazily('block', () => import('./qr-code.tsx'))
const then = ['getSecondFactor'] as const

/** The authenticator app, and the recovery codes that can stand in for it. */
export function SecondFactor() {
  const read = useOwn('getSecondFactor', {})
  const call = useCall()
  const [begun, setBegun] = useState<Output<'beginTotp'> | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = async () => setBegun(await call(() => account.beginTotp({})))
  const renew = async () => setCodes((await call(() => account.renewRecoveryCodes({}), { then }))?.recovery_codes ?? null)
  return (
    <Group title="Authenticator app" about="6-digit codes from an authenticator app.">
      <Loaded read={read} rows={1}>
        {({ totp, recovery_codes_left }) => (
          <div className="flex flex-wrap items-center gap-8">
            <p className="flex-1 text-muted">{totp ? `On · ${plural(recovery_codes_left, 'recovery code')} left` : 'Not set up'}</p>
            {totp ? (
              <>
                <Button onClick={() => void renew()}>New recovery codes</Button>
                <Button
                  look="danger"
                  onClick={() => void call(() => account.removeTotp({}), { done: 'Authenticator app turned off', then })}
                >
                  Turn off
                </Button>
              </>
            ) : (
              <Button onClick={() => void begin()}>Set up</Button>
            )}
          </div>
        )}
      </Loaded>
      <Dialog open={begun !== null} onOpenChange={() => setBegun(null)} title="Set up authenticator app">
        {begun && (
          <Confirm
            begun={begun}
            onCodes={(made) => {
              setBegun(null)
              setCodes(made)
            }}
          />
        )}
      </Dialog>
      <Dialog
        open={codes !== null}
        onOpenChange={() => setCodes(null)}
        title="Your recovery codes"
        about="Use one if you lose your app. Each works once. Save them now; they won’t be shown again."
      >
        {codes && <CodeBlock text={codes.join('\n')} label="recovery codes" />}
      </Dialog>
    </Group>
  )
}

function Confirm({ begun, onCodes }: { begun: Output<'beginTotp'>; onCodes(codes: string[]): void }) {
  const call = useCall()
  const [code, setCode] = useState('')
  return (
    <form
      className="flex flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        void call(() => account.confirmTotp({ code }), { done: 'Authenticator app turned on', then }).then(
          (made) => made && onCodes(made.recovery_codes),
        )
      }}
    >
      <p>Scan this with your authenticator app, or enter the secret.</p>

      <QrCode text={begun.url} />

      <CodeBlock text={begun.secret} label="the secret" />
      <Field label="Code from the app">
        {(ids) => (
          <Input
            {...ids}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d{6}"
            required
            value={code}
            onChange={(e) => setCode(e.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Turn on
      </Button>
    </form>
  )
}
