import type { Kernel } from '../kernel/execute.ts'
import type { OperationInputs } from '../kernel/jobs.ts'
import { sql, type Realm, type Statement, type Values } from '../platform/postgres.ts'
import { keptSince, type Retained } from './administration/retention/kept.ts'
import { oldestRows } from './administration/retention/retention.queries.ts'
import { reader } from './repositories/index/read-file.ts'
import { organizationsToIndex as withCode } from './repositories/index/repository-index.queries.ts'
import { due as toReconcile, reconciledBefore } from './repositories/sync/sync.queries.ts'
import { newsFor, organizationsWithTrouble } from './screens/agents-at-work/stuck-agents.queries.ts'
import { organizationsToIndex as withDocuments } from './screens/search/search.queries.ts'
import { organizationsWithParts } from './screens/shared-projects/shared-projects.queries.ts'
import { discarded } from './work/attachments/attachments.queries.ts'

interface Sweep {
  everySeconds: number
  /** One statement; answers the job's input, or null where there is nothing to do. */
  find(kernel: Kernel): Promise<object | null>
}

const overSuspensions = sql('select user_id from auth.accounts where suspended_until <= :now limit 1')
const lateEntries = sql("select id from site_entries where status = 'scheduled' and publish_at <= :now and deleted_at is null limit 1")

const any =
  <Name extends string>(realm: Realm, statement: Statement<unknown, Name>, values: (kernel: Kernel) => Values<Name> | null) =>
  async (kernel: Kernel): Promise<object | null> => {
    const asked = values(kernel)
    return asked && (await kernel.database.poll(realm, statement, asked)).length > 0 ? {} : null
  }

/**
 * What runs by the clock only where there is something to do. What a write asks for at once as well, such as indexing, is only looked for here
 * in case that was lost.
 */
export const sweeps: Partial<Record<keyof OperationInputs, Sweep>> = {
  lookForStuckAgents: {
    everySeconds: 60,
    find: any('identity', organizationsWithTrouble, ({ clock }) => ({ since: new Date(clock.now().getTime() - newsFor), limit: 1 })),
  },
  queueDocumentEmbeddings: {
    everySeconds: 60,
    find: any('identity', withDocuments, ({ services }) => services.embeddings.model && { model: services.embeddings.model.id, limit: 1 }),
  },
  purge: {
    everySeconds: 300,
    async find({ database, services, clock }) {
      const due = (name: string) => keptSince(name as Retained, services.config, clock.now())
      const rows = await database.poll('instance', oldestRows, {})
      const tables = rows.filter(({ name, at }) => at !== null && new Date(at) < due(name)).map(({ name }) => name)
      return tables.length > 0 ? { tables } : null
    },
  },
  liftSuspensions: { everySeconds: 300, find: any('instance', overSuspensions, ({ clock }) => ({ now: clock.now() })) },
  publishScheduled: { everySeconds: 300, find: any('instance', lateEntries, ({ clock }) => ({ now: clock.now() })) },
  removeDiscardedFiles: { everySeconds: 300, find: any('instance', discarded, () => ({ limit: 1 })) },
  reconcileRepositories: {
    everySeconds: 300,
    find: any('identity', toReconcile, ({ clock }) => ({ before: reconciledBefore(clock.now()), now: clock.now(), max: 1 })),
  },
  queueCodeIndexes: {
    everySeconds: 300,
    find: any('identity', withCode, ({ services }) => ({ reader, model: services.embeddings.model?.id ?? null, limit: 1 })),
  },
  queueSharedProjects: { everySeconds: 300, find: any('identity', organizationsWithParts, () => ({ limit: 1 })) },
}
