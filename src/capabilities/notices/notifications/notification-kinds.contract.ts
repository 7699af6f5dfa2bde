/** What people are told of. */
export const notificationKinds = ['mention', 'assignment', 'gate_waiting', 'review_requested', 'agent_stuck', 'reminder'] as const

export type NotificationKind = (typeof notificationKinds)[number]
