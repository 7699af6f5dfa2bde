import { Link } from '@tanstack/react-router'
import { CreditCard, HeartPulse, Megaphone, ShieldX, SlidersHorizontal, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { currentUser } from '../../data/session.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'

const places = [
  { to: 'users', title: 'Users', icon: UserRound },
  { to: 'teams', title: 'Teams', icon: UsersRound },
  { to: 'notifications', title: 'Announcements', icon: Megaphone },
  { to: 'settings', title: 'Settings', icon: SlidersHorizontal },
  { to: 'plans', title: 'Plans', icon: CreditCard },
  { to: 'health', title: 'Health', icon: HeartPulse },
]

interface FrameProps {
  title: ReactNode
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page of the administration, with the others beside it; on a narrow screen above it. */
export function AdminFrame({ title, about, actions, children }: FrameProps) {
  const org = useOrganization()
  if (currentUser()?.role !== 'admin')
    return (
      <Page title="Administration" own>
        <EmptyState icon={ShieldX} title="Only administrators of this instance come in here">
          Ask one of them to make you one: Administration, Users.
        </EmptyState>
      </Page>
    )
  return (
    <Page title={title} actions={actions} width="wide" own>
      <div className="flex h-full flex-col rail:flex-row">
        <nav
          aria-label="Administration"
          className="scrollbar-quiet flex shrink-0 gap-px overflow-x-auto border-line p-8 max-rail:border-b rail:w-sidebar rail:flex-col rail:border-r"
        >
          {places.map(({ to, title: name, icon: Icon }) => (
            <Link
              key={to}
              to={`/${org}/admin/${to}`}
              className="touch flex h-row shrink-0 items-center gap-8 rounded-control px-8 whitespace-nowrap text-muted hover:bg-hover hover:text-fg"
              activeProps={{ className: 'bg-hover font-medium text-fg', 'aria-current': 'page' }}
            >
              <Icon className="size-16 shrink-0" aria-hidden />
              {name}
            </Link>
          ))}
        </nav>
        <div className="min-w-0 flex-1">
          <div className="mx-auto flex max-w-measure flex-col gap-16 p-16">
            {about && <p className="text-muted">{about}</p>}
            {children}
          </div>
        </div>
      </div>
    </Page>
  )
}
