import { Link } from '@tanstack/react-router'
import { Activity, Inbox, ListChecks, Menu as MenuIcon, Workflow } from 'lucide-react'
import { useOrganization } from '../data/organization.ts'
import { Count } from '../ui/chip.tsx'
import { useCurrentProject } from './current-project.ts'
import { useNeeds } from './needs.ts'

export function PhoneTabs({ onMore }: { onMore(): void }) {
  const org = useOrganization()
  const slug = useCurrentProject()
  const needs = useNeeds()
  const tabs = [
    { to: `/${org}/inbox`, title: 'Inbox', icon: Inbox, count: needs.inbox },
    { to: `/${org}/my`, title: 'My work', icon: ListChecks, count: 0 },
    { to: `/${org}/agents/live`, title: 'Agents', icon: Activity, count: needs.agents },
    { to: slug ? `/${org}/p/${slug}/features` : `/${org}/projects`, title: 'Features', icon: Workflow, count: needs.gates },
  ]
  const cell = 'relative flex h-tabbar flex-1 flex-col items-center justify-center gap-2 text-helper text-muted'
  return (
    <nav aria-label="Main" className="safe-bottom flex shrink-0 border-t border-line bg-panel wide:hidden">
      {tabs.map(({ to, title, icon: Icon, count }) => (
        <Link key={to} to={to} className={cell} activeProps={{ className: 'text-accent', 'aria-current': 'page' }}>
          <span className="relative">
            <Icon className="size-20" aria-hidden />
            <span className="absolute -top-6 left-12">
              <Count value={count} />
            </span>
          </span>
          {title}
        </Link>
      ))}
      <button type="button" className={cell} onClick={onMore}>
        <MenuIcon className="size-20" aria-hidden />
        More
      </button>
    </nav>
  )
}
