import type { Output } from '@baton/client'
import { useNavigate, useSearch } from '@tanstack/react-router'

export type Memory = Output<'listMemories'>['items'][number]
export type Hit = Output<'searchMemory'>['items'][number]

/** State of the memory page in the URL. */
export interface MemorySearch {
  q?: string
  agent?: string
  scope?: Memory['scope']
  trust?: Memory['trust']
  state?: 'superseded' | 'deleted'
  pinned?: true
  /** The memory that is open, by ref or id. */
  memory?: string
}

export const isNamed = ({ id, ref }: Pick<Memory, 'id' | 'ref'>, name: string | undefined): boolean =>
  name !== undefined && (id === name || ref === name.toUpperCase())

export function useMemorySearch(): [MemorySearch, (next: { [K in keyof MemorySearch]?: MemorySearch[K] | undefined }) => void] {
  const search = useSearch({ strict: false }) as MemorySearch
  const navigate = useNavigate()
  return [
    search,
    (next) => {
      const kept = Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined && value !== '')
      void navigate({ to: '.', search: Object.fromEntries(kept) as never, replace: true })
    },
  ]
}
