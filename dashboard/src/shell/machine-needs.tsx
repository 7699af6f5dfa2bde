import { useEffect } from 'react'
import { useWaitingActions } from '../pages/machines/use-waiting-actions.ts'
import { keepPage } from '../data/worker.ts'
import { useDesktopNotices } from '../pages/notices/desktop-notices.ts'
import ReportIssue from '../pages/reports/report-issue.tsx'
import { machineNeeds } from './needs.ts'

/**
 * Counts the actions that wait for this user's passkey, and hosts the issue report. Loaded after the page has rendered, because only a
 * badge and a menu need it.
 */
export default function MachineNeeds() {
  const { length } = useWaitingActions()
  useEffect(() => void keepPage().catch(() => {}), [])
  useDesktopNotices()
  useEffect(() => machineNeeds.set(length), [length])
  return <ReportIssue />
}
