import { useMemo } from 'react'
import { usePeople } from '../../../data/people.ts'

interface Somebody {
  id: string
  kind: 'person' | 'agent'
  /** What a mention and the server call them. */
  handle: string
  name: string
}

/** Everybody who can be assigned or mentioned: people and agents are one kind. */
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
