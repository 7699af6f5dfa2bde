import { newId } from '../../../src/platform/ids.ts'
import type { Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { waitFor } from '../../harness/wait.ts'

const read = ['git.status', 'git.worktrees'].map((name) => ({ name, description: 'How a checkout is', risk: 'read', schema: {} }))

/** A person's machine as pairing and connecting leave it in the database; a `lasting` one stays connected without heartbeats. */
export async function storeMachine(
  baton: Baton,
  owner: Person,
  name: string,
  { online = true, lasting = false, actions = read as unknown[] } = {},
) {
  const id = newId()
  await baton.look(
    `insert into tunnels (org_id, id, user_id, name, public_key, fingerprint, paired_at, server_key, server_public_key, actions, node_id, last_seen_at,
        created_at, updated_at)
      values ($1, $2, $3, $4, '\\x01', 'finger', now(), '\\x01', '\\x01', $5, $6, now() + $7::interval, now(), now())`,
    [owner.organization, id, owner.user.id, name, JSON.stringify(actions), online ? newId() : null, lasting ? '1 day' : '0'],
  )
  return id
}

/** Answers the actions requested of this machine, as the connection records a machine's output. */
export async function answerActions(
  baton: Baton,
  machine: string,
  answers: Record<string, (path: string) => string>,
  outcome = 'done',
): Promise<void> {
  const left = new Set(Object.keys(answers))
  const asked = `actions ${[...left].join(', ')}`
  await waitFor(asked, async () => {
    const approved = await baton.look<{ id: string; action: string; arguments: string }>(
      "select id, action, arguments from tunnel_actions where tunnel_id = $1 and state = 'approved'",
      [machine],
    )
    for (const { id, action, arguments: text } of approved) {
      if (!left.delete(action)) continue
      const output = answers[action]?.(JSON.parse(text).path) ?? ''
      await baton.look('update tunnel_actions set state = $2, output = $3, ended_at = now() where id = $1', [id, outcome, output])
    }
    return left.size === 0
  })
}
