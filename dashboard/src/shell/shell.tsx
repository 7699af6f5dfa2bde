import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Keyboard, Moon, PanelLeft, Plus, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCommands } from '../commands/registry.ts'
import { listenForKeys } from '../commands/keys.ts'
import { impersonation } from '../data/impersonation.ts'
import { useOrganization } from '../data/organization.ts'
import { dark, setTheme } from '../data/theme.ts'
import { useLive } from '../data/live/use-live.ts'
import { useCurrentProject, useSlugOfToday } from './current-project.ts'
import { below, everywhere, ofProject } from './navigation.ts'
import { Create } from './create/create.tsx'
import { ConflictReview } from './conflict-review.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { NewTask, openNewTask } from './new-task.tsx'
import { Palette, openPalette } from './palette.tsx'
import { PhoneTabs } from './phone-tabs.tsx'
import { Peek } from './peek.tsx'
import { openShortcuts, Shortcuts } from './shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'
import { sidebarFolded } from './sidebar/folded.ts'
import { useOpened } from '../ui/use-opened.ts'
import { lazily } from '../ui/lazily.tsx'

const Impersonating = impersonation && lazily('extra', () => import('./impersonating.tsx'))
const SidebarSheet = lazily('over', () => import('./sidebar-sheet.tsx'))
const InstanceBanner = lazily('extra', () => import('./instance-banner.tsx'))
const MachineNeeds = lazily('extra', () => import('./machine-needs.tsx'))

const opens = [
  () => import('./palette-panel.tsx'),
  () => import('../ui/picker-panel.tsx'),
  () => import('../ui/menu-panel.tsx'),
  () => import('../ui/dialog-panel.tsx'),
]

/** Preloads panels that open on a key or a click once the page has rendered, so that they open at once, also offline. */
function loadLists(then: () => void): () => void {
  const timer = setTimeout(() => {
    then()
    for (const load of opens) load().catch(() => {})
  }, 1000)
  return () => clearTimeout(timer)
}

/** The frame around every page of an organization. */
export function Shell() {
  const org = useOrganization()
  const slug = useCurrentProject()
  const navigate = useNavigate()
  const [more, setMore] = useState(false)
  const [late, setLate] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useLive(org)
  useSlugOfToday()
  useEffect(() => setMore(false), [path])
  useEffect(listenForKeys, [])
  useEffect(() => loadLists(() => setLate(true)), [])
  const places = [...everywhere(org), ...(slug ? ofProject(org, slug) : []), ...below(org)]
  useCommands([
    { id: 'new task', title: 'New task', group: 'Task', icon: Plus, keys: 'c', writes: true, run: () => openNewTask() },
    ...places.map(({ to, title, icon, keys }) => ({
      id: `go ${title}`,
      title: title.startsWith('Connect') ? title : `Go to ${title.toLowerCase()}`,
      group: 'Go',
      icon,
      ...(keys && { keys }),
      run: () => void navigate({ to }),
    })),
    { id: 'palette', title: 'Search or run a command', group: 'General', icon: Search, keys: 'mod+k', run: () => openPalette() },
    { id: 'shortcuts', title: 'Show shortcuts', group: 'General', icon: Keyboard, keys: '?', run: () => openShortcuts() },
    {
      id: 'sidebar',
      title: 'Toggle sidebar',
      group: 'General',
      icon: PanelLeft,
      keys: '[',
      words: 'collapse fold navigation',
      run: () => sidebarFolded.set((before) => !before),
    },
    {
      id: 'theme',
      title: 'Switch between light and dark',
      group: 'General',
      icon: Moon,
      keys: 'shift+d',
      run: () => setTheme(dark.get() ? 'light' : 'dark'),
    },
  ])
  return (
    <div className="flex h-full flex-col">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-panel focus:p-8">
        Skip to content
      </a>
      {Impersonating && <Impersonating />}
      {late && <InstanceBanner />}
      <ConnectionBar />
      <div className="flex min-h-0 flex-1">
        <Sidebar className="max-wide:hidden" />
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 overflow-hidden bg-panel wide:my-8 wide:mr-8 wide:rounded-panel wide:border wide:border-line wide:shadow-card"
        >
          <Outlet />
        </main>
      </div>
      <PhoneTabs onMore={() => setMore(true)} />
      {useOpened(more) && <SidebarSheet open={more} onOpenChange={setMore} />}
      <Peek />
      <Palette />
      <Shortcuts />
      <Create />
      <NewTask key={slug ?? ''} />
      <ConflictReview />
      {late && <MachineNeeds />}
    </div>
  )
}
