import { useParams } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import type { ComponentType } from 'react'
import { EmptyState } from '../../ui/states.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AnnouncementsPage } from './announcements-page.tsx'
import { HealthPage } from './health-page.tsx'
import { PlansPage } from './plans-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { AdminTeamPage } from './team-page.tsx'
import { TeamsPage } from './teams-page.tsx'
import { UserPage } from './user-page.tsx'
import { UsersPage } from './users-page.tsx'

interface Place {
  list: ComponentType
  one?: ComponentType<{ id: string }>
}

const places: Record<string, Place> = {
  users: { list: UsersPage, one: UserPage },
  teams: { list: TeamsPage, one: AdminTeamPage },
  notifications: { list: AnnouncementsPage },
  settings: { list: SettingsPage },
  plans: { list: PlansPage },
  health: { list: HealthPage },
}

/** Below /admin; the users without anything more. */
export function AdminPages() {
  const { _splat } = useParams({ strict: false }) as { _splat?: string }
  const [name, id] = (_splat || 'users').split('/')
  const place = places[name ?? '']
  const One = place?.one
  if (place && !id) return <place.list />
  if (One && id) return <One key={id} id={id} />
  return (
    <AdminFrame title="Not here">
      <EmptyState icon={CircleHelp} title="There is no such page">
        The address is mistyped, or what it named is gone.
      </EmptyState>
    </AdminFrame>
  )
}
