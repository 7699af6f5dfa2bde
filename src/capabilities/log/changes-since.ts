import type { Context } from '../../kernel/context.ts'
import { feed } from './activity.queries.ts'
import { showActivities } from './show-activities.ts'

interface Since {
  project: string | null
  since: string
  /** Whose own actions are left out: an agent's, or those of a person acting without one. */
  except: { agent: string | null; user: string }
}

/** What others did since a point in time, newest first, as far as the caller may see it. */
export async function changesSince(ctx: Context, { project, since, except }: Since, limit: number) {
  const rows = await ctx.tx.rows(feed, {
    type: null,
    kinds: null,
    user: null,
    agent: null,
    project,
    subject: null,
    since,
    until: null,
    before: null,
    limit,
  })
  const own = (actor: { user_id: string | null; agent_id: string | null }) =>
    except.agent ? actor.agent_id === except.agent : actor.agent_id === null && actor.user_id === except.user
  return showActivities(
    ctx,
    rows.filter(({ actor }) => !own(actor)),
  )
}
