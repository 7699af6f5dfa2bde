import type { OperationName } from '../../src/capabilities/operations.ts'
import type { Baton } from './baton.ts'
import { waitFor } from './wait.ts'

const open = `select name, state, data from jobs.job where name = any($1) and state in ('created', 'retry', 'active')
  and ($2::text is null or data ->> 'org_id' = $2)`

/** Waits until no job of these operations is queued, running or to be tried again; `org` leaves out other organizations. */
export const waitForJobs = (baton: Pick<Baton, 'look'>, names: readonly OperationName[], org?: string): Promise<unknown> =>
  waitFor(
    `the jobs ${names.join(', ')} to be done`,
    () => baton.look(open, [names, org ?? null]),
    (left) => left.length === 0,
  )
