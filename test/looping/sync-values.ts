import { newId } from '../../src/platform/ids.ts'
import type { Scene } from './scene.ts'

/** A text that lost a merge: only two devices with separate clocks produce one. */
export function syncValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  return {
    sync_conflict: async () => {
      const { world, person, organization } = scene()
      const id = newId()
      await world.look(
        `insert into sync_conflicts (org_id, id, user_id, device_id, kind, subject_id, field, text, created_at)
          values ($1, $2, $3, $4, 'note', $5, 'content', 'lost', now())`,
        [organization.id, id, person.user.id, newId(), newId()],
      )
      return id
    },
  }
}
