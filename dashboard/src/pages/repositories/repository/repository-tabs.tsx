import { GitPullRequest, LayoutList, MessagesSquare, Settings2 } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { LinkTabs } from '../../../ui/segmented.tsx'

/** The pages of one repository. */
export function RepositoryTabs({ id }: { id: string }) {
  const base = `/${useOrganization()}/repos/${id}`
  return (
    <LinkTabs
      label="Repository pages"
      tabs={[
        { to: base, title: 'Overview', icon: LayoutList, exact: true },
        { to: `${base}/chat`, title: 'Chat', icon: MessagesSquare },
        { to: `${base}/pulls`, title: 'Pull requests', icon: GitPullRequest },
        { to: `${base}/settings`, title: 'Settings', icon: Settings2 },
      ]}
    />
  )
}

export function RepositoryCrumbs({ repo }: { repo: string }) {
  return <Crumbs way={[{ to: `/${useOrganization()}/repos`, title: 'Repositories' }]} here={repo} />
}
