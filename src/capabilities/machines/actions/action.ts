import type { ActionRow } from './actions.queries.ts'

export function shownAction({ arguments: text, approval: _, seq: __, ...row }: ActionRow) {
  return { ...row, arguments: JSON.parse(text) as Record<string, unknown> }
}

/** Without arguments and output, which may contain data that must not be kept for as long as the log. */
export const summaryForLog = ({ id, tunnel_id, action, risk, state, requested_by }: ActionRow) => ({
  action: { id, tunnel_id, name: action, risk, state },
  owner_id: requested_by,
})
