import { useEffect } from 'react'
import { useWaitingActions } from '../pages/machines/use-waiting-actions.ts'
import { machineNeeds } from './needs.ts'

/** Counts what waits for this person's passkey. Fetched after the page has shown itself: only a badge needs it. */
export default function MachineNeeds() {
  const { length } = useWaitingActions()
  useEffect(() => machineNeeds.set(length), [length])
  return null
}
