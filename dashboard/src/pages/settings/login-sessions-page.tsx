import { Laptop, Terminal } from 'lucide-react'
import { account } from '../../data/client.ts'
import { deviceName } from '../../data/device-name.ts'
import { useOwnList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { Impersonations } from './impersonations.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

export function LoginSessionsPage() {
  const read = useOwnList('listLoginSessions', { limit: 50 })
  const call = useCall()
  const endOthers = () =>
    call(() => account.revokeOtherLoginSessions({}), { done: 'All other sessions ended', then: ['listLoginSessions'] })
  return (
    <SettingsFrame
      title="Active sessions"
      about="Browsers and devices logged in as you. End any session you don’t recognize."
      actions={read.items.length > 1 && <Button onClick={() => void endOthers()}>End all other sessions</Button>}
    >
      <Loaded read={read}>
        {() => (
          <Rows aria-label="Sessions">
            {read.items
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((one) => (
                <Row key={one.id} className="flex-wrap">
                  {one.kind === 'device' ? (
                    <Terminal className="size-16 text-muted" aria-label="Device" />
                  ) : (
                    <Laptop className="size-16 text-muted" aria-label="Browser" />
                  )}
                  <div className="min-w-0 flex-1">
                    <p className="truncate" title={one.device ?? undefined}>
                      {one.device ? deviceName(one.device) : 'Unknown device'}
                    </p>
                    <p className="text-helper text-muted">
                      Logged in by {one.method.replaceAll('_', ' ')}
                      {one.address && <span className="font-mono"> · {one.address}</span>}
                    </p>
                  </div>
                  {one.current ? <Chip tone="ok">This device</Chip> : <Ago at={one.last_used_at} />}
                  {!one.current && (
                    <Button
                      onClick={() =>
                        void call(() => account.revokeLoginSession({ id: one.id }), { done: 'Session ended', then: ['listLoginSessions'] })
                      }
                    >
                      End session
                    </Button>
                  )}
                </Row>
              ))}
          </Rows>
        )}
      </Loaded>
      <More list={read} />
      <Impersonations />
    </SettingsFrame>
  )
}
