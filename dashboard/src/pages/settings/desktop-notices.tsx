import { useStore } from '../../data/store.ts'
import { toast } from '../../data/toast.ts'
import { Button } from '../../ui/button.tsx'
import { canShow, desktopNotices, turnOffDesktopNotices, turnOnDesktopNotices } from '../notices/desktop-notices.ts'
import { Group } from './settings-frame.tsx'

const obstacles = {
  unsupported: 'This browser doesn’t support desktop notifications.',
  denied: 'Desktop notifications are blocked for this site. Allow them in your browser settings.',
}

/** Desktop notifications of what needs this person, while a page of Baton is open in this browser. */
export function DesktopNotices() {
  const on = useStore(desktopNotices)
  const support = canShow()
  const turnOn = async () => {
    if (!(await turnOnDesktopNotices())) toast.error('Desktop notifications weren’t allowed.')
  }
  return (
    <Group
      title="Desktop"
      about="Notify you of what needs you while Baton is open in this browser. Browsers with push are notified by push."
    >
      {support !== 'ready' ? (
        <p className="text-muted">{obstacles[support]}</p>
      ) : on ? (
        <Button onClick={turnOffDesktopNotices}>Turn off desktop notifications</Button>
      ) : (
        <Button onClick={() => void turnOn()}>Turn on desktop notifications</Button>
      )}
    </Group>
  )
}
