import type { Output } from '@baton/client'
import { useEffect } from 'react'
import { currentUserId } from '../../data/current-user.ts'
import { place } from '../../data/live/live.ts'
import { useRead } from '../../data/reads.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'

type Presence = Output<'getTeamPresence'>

const maxFaces = 5

/** Who is here: people as circles, agents as squares. */
export function Faces({ people, agents }: Pick<Presence, 'people' | 'agents'>) {
  const faces = [
    ...people.map(({ user_id, name }) => ({ id: user_id, name, kind: 'person' as const })),
    ...agents.map(({ agent_id, name }) => ({ id: agent_id, name, kind: 'agent' as const })),
  ]
  if (faces.length === 0) return null
  return (
    <div className="flex items-center gap-4 pr-4" role="group" aria-label="Here now">
      {faces.slice(0, maxFaces).map(({ id, name, kind }) => (
        <Avatar key={id} name={name} kind={kind} running />
      ))}
      {faces.length > maxFaces && <span className="text-helper text-muted">+{faces.length - maxFaces}</span>}
    </div>
  )
}

/** Announces that this tab shows a project, or one of its features or items, and shows who else is looking at it. */
export function HereNow({ project, feature, item }: { project: string; feature?: string; item?: string }) {
  useEffect(() => {
    place.set(item ? { item } : feature ? { feature } : { project })
    return () => place.set({})
  }, [project, feature, item])
  const { data } = useRead('getProjectPresence', { project, ...(feature && { feature }), ...(item && { item }) }, { watch: true })
  return <Faces people={(data?.people ?? []).filter(({ user_id }) => user_id !== currentUserId())} agents={[]} />
}
