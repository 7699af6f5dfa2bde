import type { Kernel } from '../../../kernel/execute.ts'
import type { OperationInputs } from '../../../kernel/jobs.ts'
import type { Realm, Statement, Values } from '../../../platform/postgres.ts'
import { keptSince, type Retained } from '../retention/kept.ts'
import { oldestRows } from '../retention/retention.queries.ts'
import { reader } from '../../repositories/index/read-file.ts'
import { reconciledBefore } from '../../repositories/sync/sync.operations.ts'
import { discarded, dueEntries, endedSuspensions, toReconcile, withCode, withDocuments, withParts, withTrouble } from './sweeps.queries.ts'

interface Sweep {
  everySeconds: number
  /** One statement; returns the job's input, or null if there is nothing to do. */
  find(kernel: Kernel): Promise<object | null>
}

/** How far back an agent's trouble counts; must match `lookForStuckAgents`, which is in an area that nothing can import. */
const newsFor = 24 * 3_600_000

const anyRow =
  <Name extends string>(realm: Realm, statement: Statement<unknown, Name>, values: (kernel: Kernel) => Values<Name> | null) =>
  async (kernel: Kernel): Promise<object | null> => {
    const asked = values(kernel)
    return asked && (await kernel.database.poll(realm, statement, asked)).length > 0 ? {} : null
  }

/**
 * Jobs that are enqueued only when a cheap query finds something for them to do. Some of them, such as indexing, are also enqueued by the
 * write that causes them; here they are found if that job was lost.
 */
export const sweeps: Partial<Record<keyof OperationInputs, Sweep>> = {
  lookForStuckAgents: {
    everySeconds: 60,
    find: anyRow('identity', withTrouble, ({ clock }) => ({ since: new Date(clock.now().getTime() - newsFor), limit: 1 })),
  },
  queueDocumentEmbeddings: {
    everySeconds: 60,
    find: anyRow(
      'identity',
      withDocuments,
      ({ services }) => services.embeddings.model && { model: services.embeddings.model.id, limit: 1 },
    ),
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
  liftSuspensions: { everySeconds: 300, find: anyRow('instance', endedSuspensions, ({ clock }) => ({ now: clock.now() })) },
  publishScheduled: { everySeconds: 300, find: anyRow('instance', dueEntries, ({ clock }) => ({ now: clock.now() })) },
  removeDiscardedFiles: { everySeconds: 300, find: anyRow('instance', discarded, () => ({ limit: 1 })) },
  reconcileRepositories: {
    everySeconds: 300,
    find: anyRow('identity', toReconcile, ({ clock }) => ({ before: reconciledBefore(clock.now()), now: clock.now(), max: 1 })),
  },
  queueCodeIndexes: {
    everySeconds: 300,
    find: anyRow('identity', withCode, ({ services }) => ({ reader, model: services.embeddings.model?.id ?? null, limit: 1 })),
  },
  queueSharedProjects: { everySeconds: 300, find: anyRow('identity', withParts, () => ({ limit: 1 })) },
}
