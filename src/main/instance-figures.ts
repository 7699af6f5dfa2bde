import { readFigures, type Figures } from '../capabilities/administration/figures/read-figures.ts'
import type { Operation } from '../kernel/operation.ts'
import { figures } from '../platform/vitals.ts'
import type { Assembly } from './assemble.ts'

const freshFor = 10_000

/**
 * Shows the figures of the instance among this process's metrics. They are read on scrape and shared for some seconds, so ten scrapers cost no
 * more than one. Without a database they are absent, and `baton_figures_up` is 0.
 */
export function showFigures({ kernel, config }: Assembly, operations: ReadonlyMap<string, Operation>): () => void {
  const queues = [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name)
  let readAt = -Infinity
  let reading: Promise<Figures | null> = Promise.resolve(null)
  const current = (): Promise<Figures | null> => {
    if (performance.now() - readAt < freshFor) return reading
    readAt = performance.now()
    reading = readFigures(kernel.database, config, kernel.clock.now(), queues).catch((error: unknown) => {
      kernel.report(error, 'readFigures')
      return null
    })
    return reading
  }
  const named = (name: string, labelled: string | null) => async () =>
    ((await current())?.instance ?? [])
      .filter((figure) => figure.name === name)
      .map(({ label, value }) => [labelled ? { [labelled]: label } : {}, value] as const)
  const perQueue = (field: 'ready' | 'oldest') => async () =>
    ((await current())?.queues ?? []).map((queue) => [{ queue: queue.name }, queue[field]] as const)
  const perTable = (field: 'age' | 'overdue') => async () =>
    ((await current())?.retention ?? []).map((row) => [{ table: row.table }, row[field]] as const)
  const forget = [
    figures.up.add(async () => [[{}, (await current()) ? 1 : 0]]),
    figures.ready.add(perQueue('ready')),
    figures.oldest.add(perQueue('oldest')),
    figures.behind.add(named('readers_behind', 'reader')),
    figures.lag.add(named('reader_lag', 'reader')),
    figures.webhooksDue.add(named('webhooks_due', null)),
    figures.webhooksOverdue.add(named('webhooks_overdue', null)),
    figures.unembedded.add(named('unembedded', 'of')),
    figures.setAside.add(named('set_aside', 'of')),
    figures.databaseBytes.add(named('database_bytes', null)),
    figures.databaseRoom.add(() => (config.DATABASE_ROOM_GB === undefined ? [] : [[{}, config.DATABASE_ROOM_GB * 1e9]])),
    figures.transactionAge.add(named('transaction_age', null)),
    figures.serverConnections.add(named('connections', 'state')),
    figures.walRetained.add(named('wal_retained', 'slot')),
    figures.tableBytes.add(named('table_bytes', 'table')),
    figures.deadShare.add(named('dead_share', 'table')),
    figures.oldestRow.add(perTable('age')),
    figures.overdue.add(perTable('overdue')),
  ]
  return () => forget.forEach((one) => one())
}
