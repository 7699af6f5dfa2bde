import { useMemo } from 'react'
import { usePeople } from '../../../data/people.ts'

interface Somebody {
  id: string
  kind: 'person' | 'agent'
  /** The name used in mentions and by the server. */
  handle: string
  name: string
}

/** Everyone who can be assigned or mentioned: people and agents in one list. */
export function useEverybody(): Somebody[] {
  const { members, agents } = usePeople()
  return useMemo(
    () => [
      ...members.map(({ user_id: id, handle, name }) => ({ id, kind: 'person' as const, handle, name })),
      ...agents.map(({ id, slug, name }) => ({ id, kind: 'agent' as const, handle: slug, name })),
    ],
    [members, agents],
  )
}
