import { Link } from '@tanstack/react-router'
import {
  Bell,
  Blocks,
  Bug,
  Building2,
  Fingerprint,
  KeyRound,
  Link2,
  MonitorSmartphone,
  Palette,
  Plug,
  RefreshCw,
  ShieldCheck,
  UserRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { currentUser } from '../../data/session.ts'
import { Page } from '../../ui/page.tsx'

export interface Entry {
  to: string
  title: string
  icon: LucideIcon
}

const own: Entry[] = [
  { to: 'profile', title: 'Profile', icon: UserRound },
  { to: 'passkeys', title: 'Passkeys & second factor', icon: Fingerprint },
  { to: 'sessions', title: 'Active sessions', icon: MonitorSmartphone },
  { to: 'accounts', title: 'Connected accounts', icon: Link2 },
  { to: 'tokens', title: 'MCP tokens', icon: Plug },
  { to: 'api-keys', title: 'API keys', icon: KeyRound },
  { to: 'integrations', title: 'Integrations', icon: Blocks },
  { to: 'notifications', title: 'Notifications', icon: Bell },
  { to: 'preferences', title: 'Appearance', icon: Palette },
  { to: 'reports', title: 'Your reports', icon: Bug },
  { to: 'sync', title: 'Sync & export', icon: RefreshCw },
]
const shared: Entry[] = [
  { to: 'organization', title: 'Organization', icon: Building2 },
  { to: 'webhooks', title: 'Webhooks', icon: Webhook },
]

/** Everyone's pages; the command palette links to them too. */
export const settingsPages: readonly Entry[] = [...own, ...shared]

const instance: Entry[] = [{ to: 'users', title: 'Administration', icon: ShieldCheck }]

/** Links to pages under one base path, with a heading if there is room for one. */
export function Entries({ title, at = 'settings', entries }: { title: string; at?: 'settings' | 'admin'; entries: readonly Entry[] }) {
  const org = useOrganization()
  return (
    <div className="flex gap-px max-rail:shrink-0 rail:flex-col">
      <h2 className="px-8 py-4 text-helper font-medium text-faint max-rail:hidden">{title}</h2>
      {entries.map(({ to, title: name, icon: Icon }) => (
        <Link
          key={to}
          to={`/${org}/${at}/${to}`}
          className="touch flex h-row items-center gap-8 rounded-control px-8 whitespace-nowrap text-muted hover:bg-hover hover:text-fg"
          activeProps={{ className: 'bg-hover font-medium text-fg', 'aria-current': 'page' }}
        >
          <Icon className="size-16 shrink-0" aria-hidden />
          {name}
        </Link>
      ))}
    </div>
  )
}

/** Navigation: beside the page, or above it on a narrow screen. */
export function Places({ label, page, children }: { label: string; page: unknown; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the list is longer than the screen: keep the current page in view.
  useEffect(() => {
    // In braces: newer browsers return a promise, which is not a cleanup function for React.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [page])
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="scrollbar-quiet flex shrink-0 gap-px overflow-x-auto border-line p-8 max-rail:border-b rail:w-sidebar rail:flex-col rail:gap-12 rail:border-r"
    >
      {children}
    </nav>
  )
}

interface FrameProps {
  title: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A settings page, with the navigation beside it, or above it on a narrow screen. */
export function SettingsFrame({ title, about, actions, children }: FrameProps) {
  const { manages } = usePermissions()
  return (
    <Page title={title} actions={actions} width="wide" own>
      <div className="flex h-full flex-col rail:flex-row">
        <Places label="Settings" page={title}>
          <Entries title="You" entries={own} />
          <Entries title="Organization" entries={manages ? shared : shared.slice(0, 1)} />
          {currentUser()?.role === 'admin' && <Entries title="Instance" at="admin" entries={instance} />}
        </Places>
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

/** A group of settings that are changed together. */
export function Group({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-12 rounded-card border border-line bg-raised p-16 shadow-card">
      <div>
        <h2 className="font-medium">{title}</h2>
        {about && <p className="text-helper text-muted">{about}</p>}
      </div>
      {children}
    </section>
  )
}
