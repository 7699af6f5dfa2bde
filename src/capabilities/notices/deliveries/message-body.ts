import type { followLog } from '../../log/follow-log.ts'

export type Event = Parameters<Parameters<typeof followLog>[2]>[0][number]

const longest = 2000

/** The payload for an event: what a subscriber of the live stream sees, with long texts truncated. The API has the rest. */
export function messageBody(organization: string, event: Event): string {
  let truncated: true | undefined
  const data: unknown = JSON.parse(JSON.stringify(event.data), (_, value: unknown) => {
    if (typeof value !== 'string' || value.length <= longest) return value
    truncated = true
    return `${value.slice(0, longest)}…`.toWellFormed()
  })
  const { type, at, seq, actor, project_id, subject_id } = event
  return JSON.stringify({ type, timestamp: at, organization, seq, actor, project_id, subject_id, data, truncated })
}

/** The payload of a test, which is not in the log. */
export const testBody = (organization: string, at: Date, webhook: string): string =>
  JSON.stringify({ type: 'webhook.test', timestamp: at.toISOString(), organization, seq: 0, data: { webhook: { id: webhook } } })
