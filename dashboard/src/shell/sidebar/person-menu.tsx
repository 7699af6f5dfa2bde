import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Bug, CircleHelp, HeartPulse, Keyboard, ListTodo, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { reportIssue } from '../../data/report-issue.ts'
import { currentUser, logOut } from '../../data/session.ts'
import { dark, setTheme, theme, type Theme } from '../../data/theme.ts'
import { useStore } from '../../data/store.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { openShortcuts } from '../shortcuts.tsx'

/** Served by this server, so the pages match its release. */
export const documentation = '/docs'

const themes: readonly { value: Theme; title: string; icon: typeof Sun }[] = [
  { value: 'light', title: 'Light theme', icon: Sun },
  { value: 'dark', title: 'Dark theme', icon: Moon },
  { value: 'system', title: 'System theme', icon: Monitor },
]

export const leave = (navigate: ReturnType<typeof useNavigate>): void => void logOut().then(() => navigate({ to: '/auth/login' }))

/** The account menu of the logged-in user, and the help menu beside it. */
export function PersonMenu({ folded }: { folded: boolean }) {
  const org = useOrganization()
  const navigate = useNavigate()
  // Subscribes, so that the check mark moves when the theme changes.
  useStore(dark)
  const user = currentUser()
  if (!user) return null
  return (
    <div className={classes('flex items-center gap-4', folded && 'flex-col')}>
      <Menu
        trigger={
          <button
            type="button"
            className="touch flex h-target min-w-0 flex-1 items-center gap-8 rounded-control px-4 text-left hover:bg-hover"
          >
            <Avatar name={user.name} kind="person" size="large" decorative />
            <span className="sr-only">Your account: </span>
            <span className={folded ? 'sr-only' : 'min-w-0 flex-1 truncate font-medium'}>{user.name}</span>
          </button>
        }
        items={[
          { title: user.name, about: user.email, disabled: true, run() {} },
          null,
          { title: 'Profile', icon: UserRound, run: () => void navigate({ to: `/${org}/settings/profile` }) },
          { title: 'Settings', icon: Settings, keys: 'g ,', run: () => void navigate({ to: `/${org}/settings/preferences` }) },
          null,
          ...themes.map(({ value, title, icon }) => ({ title, icon, chosen: theme() === value, run: () => setTheme(value) })),
          null,
          { title: 'Log out', icon: LogOut, run: () => leave(navigate) },
        ]}
      />
      <HelpMenu />
    </div>
  )
}

interface Health {
  status: string
  version?: string
}

/** The server's own health report, requested when the user is about to open the menu. */
export const useHealth = (enabled: boolean) =>
  useQuery({
    queryKey: ['', 'health'],
    enabled,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<Health> => {
      const response = await fetch('/health', { signal })
      return (await response.json()) as Health
    },
  })

function HelpMenu() {
  const org = useOrganization()
  const navigate = useNavigate()
  const [near, setNear] = useState(false)
  const { data, isError } = useHealth(near)
  const status = isError
    ? 'Can’t reach the server'
    : data
      ? data.status === 'ok'
        ? 'All systems working'
        : 'Degraded'
      : 'Checking status…'
  return (
    <Menu
      onNear={() => setNear(true)}
      trigger={
        <Button look="quiet" square aria-label="Help">
          <CircleHelp />
        </Button>
      }
      items={[
        { title: 'Documentation', icon: BookOpen, run: () => void open(documentation, '_blank', 'noopener') },
        { title: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: () => openShortcuts() },
        { title: 'Getting started', icon: ListTodo, run: () => void navigate({ to: `/${org}/getting-started` }) },
        { title: 'Report an issue', icon: Bug, run: () => reportIssue() },
        null,
        { title: status, icon: HeartPulse, ...(data?.version && { about: `Version ${data.version}` }), disabled: true, run() {} },
      ]}
    />
  )
}
