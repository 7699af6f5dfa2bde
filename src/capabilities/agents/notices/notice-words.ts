import type { NoticeRow } from './notices.queries.ts'

type Details = Record<string, string | string[] | null | undefined>

/** The texts of notices are ours: keys, names and ids go in, never text that somebody wrote. */
const words = {
  lease_expiring: ({ task, until }: Details) =>
    `Your lease on ${task} ends at ${until}. Renew it with claim_task (action: renew) or with a checkpoint of its session if you still work on it.`,
  lease_expired: ({ task, by, closed_by }: Details) => {
    if (closed_by) return `Your lease on ${task} ran out and ${closed_by} has closed the task. Stop working on it.`
    if (by) return `Your lease on ${task} ran out and ${by} has claimed it. Stop working on it.`
    return `Your lease on ${task} ran out, so others may claim it. Claim it again before you change it.`
  },
  lease_overridden: ({ task, by }: Details) => `${by ?? 'A person'} took ${task} out of your hands. Stop working on it and tell your user.`,
  lease_released: ({ task, by }: Details) =>
    `Your lease on ${task} was ended${by ? ` by ${by}` : ''}. Claim it again before you change it.`,
  lease_taken_over: ({ task, by }: Details) =>
    `${by ?? 'Another session'} has your lease on ${task} now; your fence is no longer valid. Stop working on it.`,
  fence_renewed: ({ task }: Details) =>
    `A call that named your session got a new fence for ${task}, and yours is no longer valid. If that was not you, another window is working in your session: stop, and tell your user.`,
  session_taken_over: ({ session, by, resumed_as }: Details) =>
    `${by ?? 'Another window'} took over your session ${session}; it continues as ${resumed_as}. Begin your own with create_session.`,
  session_ended: ({ session, by }: Details) => `Your session ${session} was ended${by ? ` by ${by}` : ''}; its leases were released.`,
  comment_on_held: ({ task, by }: Details) => `${by ?? 'Somebody'} commented on ${task}, which you hold. Read it with get_task.`,
  comment_mention: ({ task, by }: Details) => `${by ?? 'Somebody'} mentioned you on ${task}. Read it with get_task.`,
  mention: ({ ref, tool, by }: Details) => `${by ?? 'Somebody'} mentioned you in ${ref}. Read it with ${tool}.`,
  task_unblocked: ({ task, after }: Details) => `${task} is no longer blocked: ${after} is closed.`,
} satisfies Record<string, (details: Details) => string>

export type NoticeKind = keyof typeof words

export interface Notice {
  kind: NoticeKind
  message: string
  task?: string
  session?: string
  at: string
}

export function toNotice({ kind, details, created_at: at }: NoticeRow): Notice {
  const { task, session } = details
  const named = { ...(typeof task === 'string' && { task }), ...(typeof session === 'string' && { session }) }
  return { kind: kind as NoticeKind, message: words[kind as NoticeKind]?.(details) ?? kind, ...named, at }
}
