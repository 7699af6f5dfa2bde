/** What people are told of; an announcement is what the administrators of the instance tell them. */
export const notificationKinds = [
  'mention',
  'assignment',
  'watching',
  'gate_waiting',
  'review_requested',
  'agent_stuck',
  'action_waiting',
  'report_updated',
  'reminder',
  'announcement',
] as const

export type NotificationKind = (typeof notificationKinds)[number]
