import { useParams } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import type { ComponentType } from 'react'
import { EmptyState } from '../../ui/states.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AnnouncementsPage } from './announcements-page.tsx'
import { GitHubPage } from './github-page.tsx'
import { HealthPage } from './health-page.tsx'
import { IssuePage } from './issues/issue-page.tsx'
import { IssuesPage } from './issues/issues-page.tsx'
import { AdminMarketplacePage } from './marketplace/admin-marketplace-page.tsx'
import { ContactMessagesPage } from './marketplace/contact-messages-page.tsx'
import { ModerationPage } from './marketplace/moderation-page.tsx'
import { SponsorsPage } from './marketplace/sponsors-page.tsx'
import { PlansPage } from './plans-page.tsx'
import { CategoriesPage } from './site/categories-page.tsx'
import { PagesPage, PostsPage } from './site/entries-page.tsx'
import { PagePage, PostPage } from './site/entry-page.tsx'
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
  posts: { list: PostsPage, one: PostPage },
  pages: { list: PagesPage, one: PagePage },
  categories: { list: CategoriesPage },
  marketplace: { list: AdminMarketplacePage },
  community: { list: ModerationPage },
  sponsors: { list: SponsorsPage },
  issues: { list: IssuesPage, one: IssuePage },
  contact: { list: ContactMessagesPage },
  settings: { list: SettingsPage },
  github: { list: GitHubPage },
  plans: { list: PlansPage },
  health: { list: HealthPage },
}

/** Everything below /admin; without a further path, the users. */
export function AdminPages() {
  const { _splat } = useParams({ strict: false }) as { _splat?: string }
  const [name, id] = (_splat || 'users').split('/')
  const place = places[name ?? '']
  const One = place?.one
  if (place && !id) return <place.list />
  if (One && id) return <One key={id} id={id} />
  return (
    <AdminFrame title="Page not found">
      <EmptyState icon={CircleHelp} title="Page not found">
        Check the address.
      </EmptyState>
    </AdminFrame>
  )
}
