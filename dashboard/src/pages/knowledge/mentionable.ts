import type { People } from '../../data/people.ts'
import type { Mentionable } from '../../ui/editor/editor.tsx'

/** Everyone who can be mentioned in a text. */
export const mentionable = ({ members, agents }: People): Mentionable[] => [
  ...members.map(({ handle, name }) => ({ kind: 'person' as const, handle, name })),
  ...agents.map(({ slug, name }) => ({ kind: 'agent' as const, handle: slug, name })),
]
