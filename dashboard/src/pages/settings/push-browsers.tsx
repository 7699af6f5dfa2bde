import { BellRing } from 'lucide-react'
import { account } from '../../data/client.ts'
import { useOwn } from '../../data/reads.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { date } from '../../ui/format.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { pushSupport, subscribe, unsubscribe } from './push-subscription.ts'
import { Group } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

const then = ['getPush'] as const

const obstacles = {
  unsupported: 'This browser doesn’t support push notifications. On iPhone or iPad, add Baton to the home screen first.',
  denied: 'Notifications are blocked for this site. Allow them in your browser settings.',
}

/** The browsers and phones in which a person is notified at once, whether or not a page is open. */
export function PushBrowsers() {
  const read = useOwn('getPush', {})
  const call = useCall()
  return (
    <Group title="Push" about="Notify these browsers right away, even when Baton isn’t open.">
      <Loaded read={read}>
        {({ public_key, items }) => {
          if (!public_key) return <p className="text-muted">Push is not configured. An administrator can set PUSH_PRIVATE_KEY.</p>
          const support = pushSupport()
          const here = items.some(({ current }) => current)
          const turnOn = async () => {
            try {
              const subscription = await subscribe(public_key)
              await call(() => account.subscribePush(subscription), { done: 'Push is on in this browser', then })
            } catch (error) {
              toast.error((error as Error).message)
            }
          }
          const test = async (id: string) => {
            const answer = await call(() => account.testPush({ id }), { then })
            if (answer?.failure) toast.error(`Test failed: ${answer.failure}.`)
          }
          return (
            <>
              {items.length > 0 && (
                <Rows aria-label="Browsers with push">
                  {items.map((one) => (
                    <Row key={one.id} className="flex-wrap">
                      <BellRing className="size-16 text-muted" aria-hidden />
                      <div className="min-w-0 flex-1">
                        <p className="flex flex-wrap items-center gap-6">
                          <span className="truncate font-medium">{one.device ?? 'Unknown browser'}</span>
                          {one.current && <Chip>this browser</Chip>}
                          {one.failure && <Chip tone="warn">{one.failure}</Chip>}
                        </p>
                        <p className="text-helper text-muted">
                          through {one.service}, since {date(one.created_at)}
                          {one.last_sent_at && (
                            <>
                              {' '}
                              · last sent <Ago at={one.last_sent_at} said />
                            </>
                          )}
                        </p>
                      </div>
                      <Button onClick={() => void test(one.id)}>Send test</Button>
                      <Button
                        aria-label={`Remove ${one.device ?? 'this browser'}`}
                        onClick={() =>
                          void call(() => Promise.all([account.unsubscribePush({ id: one.id }), one.current && unsubscribe()]), {
                            done: 'Removed',
                            then,
                          })
                        }
                      >
                        Remove
                      </Button>
                    </Row>
                  ))}
                </Rows>
              )}
              {!here &&
                (support === 'ready' ? (
                  <Button className="self-start" onClick={() => void turnOn()}>
                    Turn on push in this browser
                  </Button>
                ) : (
                  <p className="text-muted">{obstacles[support]}</p>
                ))}
            </>
          )
        }}
      </Loaded>
    </Group>
  )
}
