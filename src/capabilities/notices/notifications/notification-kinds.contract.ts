/** What people are notified of; an announcement comes from the administrators of the instance. */
export const notificationKinds = [
  'mention',
  'question',
  'assignment',
  'watching',
  'gate_waiting',
  'review_requested',
  'agent_stuck',
  'run_ended',
  'action_waiting',
  'report_updated',
  'reminder',
  'announcement',
] as const

export type NotificationKind = (typeof notificationKinds)[number]
