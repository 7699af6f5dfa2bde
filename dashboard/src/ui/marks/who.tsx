import type { Actor } from '../../data/people.ts'
import { Avatar } from './avatar.tsx'
import { Chip } from '../chip.tsx'

/** A person or an agent with avatar and name; `whose` also shows whose agent it is. */
export function Who({ actor, size = 'small', whose }: { actor: Actor; size?: 'small' | 'medium' | 'large'; whose?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-6">
      <Avatar name={actor.name} kind={actor.kind} size={size} decorative />
      <span className="truncate">{actor.name}</span>
      {whose && actor.of && <Chip>agent of {actor.of}</Chip>}
    </span>
  )
}
