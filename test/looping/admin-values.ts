import { newId } from '../../src/platform/ids.ts'
import { newSecret, digest } from '../../src/platform/secrets.ts'
import type { Scene } from './scene.ts'

/** What an administrator views or changes: things of this scene's person, and rows that no operation of theirs creates. */
export function adminValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  return {
    user_with_notes: async () => scene().person.user.id,
    user_with_reports: async () => {
      await scene().fresh('issue_report')
      return scene().person.user.id
    },
    member_of_organization: async () => scene().person.user.id,
    organization_id: async () => scene().organization.id,
    note_of_user: async () => (await scene().fresh('note')).at(-1),
    told_user: async () => {
      const { world, person, canary } = scene()
      for (const _ of [1, 2])
        await world.look("insert into announcements (id, title, audience, recipient_id, created_at) values ($1, $2, 'user', $3, now())", [
          newId(),
          `${canary}open`,
          person.user.id,
        ])
      return person.user.id
    },
    plan: async () => {
      await scene().world.look(
        "insert into plans (id, name, created_at, updated_at) values ('looping', 'Looping', now(), now()) on conflict do nothing",
      )
      return 'looping'
    },
    failed_job: async () => {
      const id = newId()
      await scene().world.look(
        `insert into jobs.job (id, name, data, state, completed_on, output) values ($1, 'purge', '{}', 'failed', now(), '{"message": "gone"}')`,
        [id],
      )
      return id
    },
    /** Three of them, so that the list has a second page; the administrator's login session is made up. */
    impersonation_id: async () => {
      const { world, person, canary } = scene()
      const ids = [newId(), newId(), newId()]
      for (const id of ids) {
        const session = newId()
        await world.look(
          `insert into auth.sessions (id, user_id, kind, method, refresh_hash, authenticated_at, created_at, last_used_at, idle_until, ends_at)
            values ($1, $2, 'interactive', 'password', $3, now(), now(), now(), now() + interval '1 day', now() + interval '1 day')`,
          [session, world.administrator.user.id, digest(newSecret())],
        )
        await world.look(
          `insert into auth.impersonations (id, session_id, administrator_id, user_id, reason, started_at, ends_at)
            values ($1, $2, $3, $4, $5, now(), now() + interval '30 minutes')`,
          [id, session, world.administrator.user.id, person.user.id, `${canary}open`],
        )
      }
      return ids[0]
    },
  }
}
