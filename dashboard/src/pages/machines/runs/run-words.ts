import type { Output } from '@baton/client'
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleStop, CircleX, UserRoundPen, type LucideIcon } from 'lucide-react'
import { plural } from '../../../ui/format.ts'

export type Run = Output<'getRun'>
export type Place = Output<'listRunPlaces'>['items'][number]

interface Look {
  word: string
  color: string
  icon: LucideIcon
}

const looks: Record<Run['state'], Look> = {
  queued: { word: 'Queued', color: 'text-muted', icon: CircleDashed },
  starting: { word: 'Starting', color: 'text-ok', icon: CircleDashed },
  running: { word: 'Running', color: 'text-ok', icon: CircleDot },
  waiting: { word: 'Waiting for an answer', color: 'text-accent', icon: UserRoundPen },
  done: { word: 'Done', color: 'text-muted', icon: CircleCheck },
  unfinished: { word: 'Unfinished', color: 'text-warn', icon: CircleAlert },
  failed: { word: 'Failed', color: 'text-bad', icon: CircleX },
  stopped: { word: 'Stopped', color: 'text-muted', icon: CircleStop },
}

export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state === 'queued' || isUnderWay({ state })
/** A machine is working on it. */
export const isUnderWay = ({ state }: Pick<Run, 'state'>): boolean => state === 'starting' || state === 'running'
export const isStopping = (run: Pick<Run, 'state' | 'stop_requested_at'>): boolean => isUnderWay(run) && run.stop_requested_at !== null

export const runLook = (run: Pick<Run, 'state' | 'stop_requested_at'>): Look =>
  isStopping(run) ? { word: 'Stopping', color: 'text-muted', icon: CircleStop } : looks[run.state]

/** What is happening, in a sentence. */
export function headline({ state, agent: { name }, machine, ...run }: Run): string {
  const on = machine ? ` on ${machine.name}` : ''
  if (isStopping({ state, ...run })) return `${name} is being stopped${on}`
  return {
    queued: machine ? `${name} is queued for ${machine.name}` : `${name} is queued`,
    starting: `${name} is starting${on}`,
    running: `${name} is running${on}`,
    waiting: `${name} has a question`,
    done: `${name} finished${on}`,
    unfinished: `${name} left work undone${on}`,
    failed: `${name} failed${on}`,
    stopped: `${name} was stopped${on}`,
  }[state]
}

/** What its machine did not let it do; the error of an unfinished run has counted that already. */
export function refusedWords({ refused, state }: Pick<Run, 'refused' | 'state'>): string | null {
  if (!refused || refused.count === 0) return null
  const what = refused.kinds.every((kind) => kind === 'execute') ? 'command' : 'tool call'
  const counted = `${plural(refused.count, what)} ${refused.count === 1 ? 'was' : 'were'} refused`
  return state === 'unfinished'
    ? 'The output says what was refused, and the machine’s file what is allowed.'
    : `${counted} by the machine’s file.`
}

const verbs: Record<Run['reason'], string> = {
  assigned: 'Assigned',
  asked: 'Started',
  mentioned: 'Mentioned',
  sent_back: 'Sent back',
  answered: 'Answered',
}
export const startedBy = ({ reason, requested_by }: Pick<Run, 'reason' | 'requested_by'>): string =>
  `${verbs[reason]} by ${requested_by.name}`

/** Why a machine does not run it now, and whether it will later without further action. */
export const whyNot: Record<NonNullable<Place['why_not']>, { says: string; later: boolean }> = {
  offline: { says: 'Offline. The run waits until the machine connects.', later: true },
  busy: { says: 'Busy with other runs. The run waits for a free slot.', later: true },
  quiet_hours: { says: 'Quiet hours. The run waits until they end.', later: true },
  not_named: { says: 'The machine’s file doesn’t allow you to start runs.', later: false },
  no_client: { says: 'The machine’s file has no client to start.', later: false },
}

/** "41 s", "12 min 41 s", "2 h 5 min". */
export function lasted(from: string, to: string | number): string {
  const seconds = Math.max(0, Math.floor((new Date(to).getTime() - Date.parse(from)) / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
