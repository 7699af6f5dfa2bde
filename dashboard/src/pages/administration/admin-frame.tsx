import {
  Bug,
  CreditCard,
  FileText,
  FolderGit2,
  Handshake,
  HeartPulse,
  Mail,
  Megaphone,
  MessagesSquare,
  Newspaper,
  ShieldX,
  SlidersHorizontal,
  Store,
  Tags,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { currentUser } from '../../data/session.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Entries, Places, type Entry } from '../settings/settings-frame.tsx'

const groups: { title: string; entries: Entry[] }[] = [
  {
    title: 'People',
    entries: [
      { to: 'users', title: 'Users', icon: UserRound },
      { to: 'teams', title: 'Teams', icon: UsersRound },
      { to: 'notifications', title: 'Announcements', icon: Megaphone },
      { to: 'issues', title: 'Reported issues', icon: Bug },
      { to: 'contact', title: 'Contact', icon: Mail },
    ],
  },
  {
    title: 'Site',
    entries: [
      { to: 'posts', title: 'Posts', icon: Newspaper },
      { to: 'pages', title: 'Pages', icon: FileText },
      { to: 'categories', title: 'Categories', icon: Tags },
      { to: 'marketplace', title: 'Marketplace', icon: Store },
      { to: 'community', title: 'Community', icon: MessagesSquare },
      { to: 'sponsors', title: 'Sponsors', icon: Handshake },
    ],
  },
  {
    title: 'Instance',
    entries: [
      { to: 'settings', title: 'Settings', icon: SlidersHorizontal },
      { to: 'github', title: 'GitHub App', icon: FolderGit2 },
      { to: 'plans', title: 'Plans', icon: CreditCard },
      { to: 'health', title: 'Health', icon: HeartPulse },
    ],
  },
]

interface FrameProps {
  title: ReactNode
  about?: ReactNode
  actions?: ReactNode
  /** Actions other than writing. It takes the place of the list of pages, so the title shows the way back. */
  rail?: ReactNode
  children: ReactNode
}

/** An administration page with the others beside it, or above it on a narrow screen. */
export function AdminFrame({ title, about, actions, rail, children }: FrameProps) {
  if (currentUser()?.role !== 'admin')
    return (
      <Page title="Administration" own>
        <EmptyState icon={ShieldX} title="Only administrators can see this">
          Ask an administrator for access.
        </EmptyState>
      </Page>
    )
  return (
    <Page title={title} actions={actions} rail={rail} width="wide" own>
      <div className="flex h-full flex-col rail:flex-row">
        {!rail && (
          <Places label="Administration" page={title}>
            {groups.map(({ title: name, entries }) => (
              <Entries key={name} title={name} at="admin" entries={entries} />
            ))}
          </Places>
        )}
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
