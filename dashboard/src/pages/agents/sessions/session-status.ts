import type { Output } from '@baton/client'
import type { WorkStatus } from '../../../ui/marks/work-status.tsx'

type Status = Output<'getSession'>['status']

export const sessionStatus: Record<Status, { status: WorkStatus; word?: string }> = {
  running: { status: 'running' },
  ended: { status: 'done', word: 'Ended' },
  stopped: { status: 'idle', word: 'Stopped' },
  lost: { status: 'blocked', word: 'Timed out' },
}
