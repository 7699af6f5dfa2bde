import { useQuery } from '@tanstack/react-query'
import { clientFor } from '../../../../data/client.ts'
import { onAnother } from '../../../../data/current-user.ts'
import { useOrganization } from '../../../../data/organization.ts'
import { readKey } from '../../../../data/reads.ts'
import { append, type Line } from './lines.ts'

interface Said {
  lines: readonly Line[]
  next: number
  ended: boolean
}

// Kept outside the query cache: reads are stored in the browser, and output that grows every second should not be.
const said = new Map<string, Said>()
const nothing: Said = { lines: [], next: 0, ended: false }
const piecesAtOnce = 500
const runsKept = 20

onAnother(() => said.clear())

/** Reads on from the last piece, in order, until there is no more. */
async function readOn(organization: string, run: string, signal: AbortSignal): Promise<{ next: number }> {
  let now = said.get(run) ?? nothing
  for (let more = !now.ended; more;) {
    const { items, next, ended } = await clientFor(organization).listRunOutput({ run, after: now.next, limit: piecesAtOnce }, { signal })
    now = { lines: items.length > 0 ? append(now.lines, items) : now.lines, next, ended }
    more = items.length === piecesAtOnce
    said.delete(run)
    said.set(run, now)
  }
  for (const oldest of [...said.keys()].slice(0, -runsKept)) said.delete(oldest)
  return { next: now.next }
}

/** The output of a run so far; it grows when the hub announces more. */
export function useRunOutput(run: string): Said & { failed: Error | null; loading: boolean } {
  const organization = useOrganization()
  const { dataUpdatedAt, error } = useQuery({
    queryKey: readKey(organization, 'listRunOutput', { run }),
    queryFn: ({ signal }) => readOn(organization, run, signal),
    meta: { watch: true },
    staleTime: 0,
  })
  // The answer of a read may equal the previous one; that it has answered at all shows that there is something to look at.
  const now = dataUpdatedAt > 0 ? said.get(run) : undefined
  return { ...(now ?? nothing), failed: now ? null : error, loading: !now && !error }
}
