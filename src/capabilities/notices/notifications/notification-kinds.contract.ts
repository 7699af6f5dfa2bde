/** What people are told of. */
export const notificationKinds = [
  'mention',
  'assignment',
  'gate_waiting',
  'review_requested',
  'agent_stuck',
  'action_waiting',
  'report_updated',
  'reminder',
] as const

export type NotificationKind = (typeof notificationKinds)[number]
