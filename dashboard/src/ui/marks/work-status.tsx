import { CircleCheck, CircleDashed, CircleDot, OctagonX, UserRoundPen, Wallet, type LucideIcon } from 'lucide-react'
import { classes } from '../classes.ts'

/** The shared vocabulary for the status of work: color, icon and word together. */
export type WorkStatus = 'running' | 'waiting' | 'blocked' | 'over_budget' | 'idle' | 'done'

const states: Record<WorkStatus, { word: string; colour: string; icon: LucideIcon }> = {
  running: { word: 'Running', colour: 'text-ok', icon: CircleDot },
  waiting: { word: 'Waiting for a person', colour: 'text-accent', icon: UserRoundPen },
  blocked: { word: 'Blocked', colour: 'text-bad', icon: OctagonX },
  over_budget: { word: 'Over budget', colour: 'text-warn', icon: Wallet },
  idle: { word: 'Idle', colour: 'text-faint', icon: CircleDashed },
  done: { word: 'Done', colour: 'text-muted', icon: CircleCheck },
}

/** `word` is a more specific label for the same status: Met, Passed, Stopped. */
export function WorkStatusLabel({ status, word, iconOnly }: { status: WorkStatus; word?: string; iconOnly?: boolean }) {
  const { colour, icon: Icon, word: usual } = states[status]
  return (
    <span className={classes('inline-flex items-center gap-6 font-medium whitespace-nowrap', colour)}>
      <Icon className="size-16 shrink-0" {...(iconOnly ? { role: 'img', 'aria-label': word ?? usual } : { 'aria-hidden': true })} />
      {!iconOnly && (word ?? usual)}
    </span>
  )
}
