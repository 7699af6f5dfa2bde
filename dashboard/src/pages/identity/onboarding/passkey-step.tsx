import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { withPerson } from '../../../data/step-up.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { Problem } from '../auth-frame.tsx'
import { deviceName } from '../../../data/device-name.ts'
import { addPasskey, makesPasskeys } from '../passkey.ts'
import { useAttempt } from '../use-attempt.ts'

/** Only where the device can create a passkey itself; everywhere else the step ends before it is shown. */
export function PasskeyStep({ onDone }: { onDone(): void }) {
  const [possible, setPossible] = useState(false)
  const { busy, error, attempt } = useAttempt()
  useEffect(() => {
    void makesPasskeys().then((can) => (can ? setPossible(true) : onDone()))
  }, [])
  if (!possible) return <Skeleton rows={2} />
  const add = () =>
    attempt(async () => {
      await withPerson(() => addPasskey(deviceName(navigator.userAgent)))
      onDone()
    })
  return (
    <div className="flex flex-col gap-12">
      <Problem text={error} />
      <Button look="primary" className="h-target" busy={busy} onClick={() => void add()}>
        <Fingerprint /> Add passkey
      </Button>
      <Button look="quiet" onClick={onDone}>
        Not now
      </Button>
    </div>
  )
}
