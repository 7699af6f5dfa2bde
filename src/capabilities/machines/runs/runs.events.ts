import { event } from '../../../kernel/events.ts'

interface OfRun {
  run: {
    id: string
    task_id: string
    project_id: string
    agent_id: string
    state: string
    reason: string
    tunnel_id: string | null
    attempt: number
    error: string | null
  }
}

/** Who is notified of its end, and what they read. */
export interface TellingOfRun {
  task: { id: string; key: string; title: string }
  told: string[]
  words: string
}

/** A run is part of its task's history, so the task is the subject of the event. */
const place = ({ run }: OfRun) => ({ project_id: run.project_id, subject_id: run.task_id })

export const runQueued = event<OfRun>('run.queued', place)
export const runStarted = event<OfRun>('run.started', place)
/** It was requeued, it is to be stopped, or its branch became known. */
export const runUpdated = event<OfRun>('run.updated', place)
export const runEnded = event<OfRun & TellingOfRun>('run.ended', place)

interface OfDispatch {
  agent: { id: string; slug: string }
  workspace_id: string | null
}

const ofAgent = ({ agent }: OfDispatch) => ({ subject_id: agent.id })
export const dispatchChanged = event<OfDispatch>('agent.dispatch_changed', ofAgent)

type Named = Omit<OfRun['run'], 'attempt'> & { fence: number }

/** Without branch, paths and output, which may contain data that must not be kept for as long as the log. */
export const summaryForLog = (row: Named): OfRun => {
  const { id, task_id, project_id, agent_id, state, reason, tunnel_id, error, fence: attempt } = row
  return { run: { id, task_id, project_id, agent_id, state, reason, tunnel_id, attempt, error } }
}
