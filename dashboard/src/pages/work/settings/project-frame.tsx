import { Link, useParams } from '@tanstack/react-router'
import { Download, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { Page } from '../../../ui/page.tsx'
import { LinkTabs } from '../../../ui/segmented.tsx'

export function useProjectPlace() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  return { org: useOrganization(), slug }
}

/** Frame of a project's settings pages: the project they belong to, and the navigation between them. */
export function ProjectSettingsFrame({
  title,
  about,
  actions,
  children,
}: {
  title: string
  about?: string
  actions?: ReactNode
  children: ReactNode
}) {
  const { org, slug } = useProjectPlace()
  const { data: projects } = useRead('listProjects', {})
  const name = projects?.items.find((one) => one.slug === slug)?.name ?? slug
  const place = `/${org}/p/${slug}/settings`
  return (
    <Page
      title={
        <>
          <Link to={`/${org}/p/${slug}/board`} className="text-muted hover:underline">
            {name}
          </Link>
          <span className="text-faint" aria-hidden>
            /
          </span>
          {title}
        </>
      }
      about={about}
      views={
        <LinkTabs
          label="Project settings"
          tabs={[
            { to: `${place}/labels`, title: 'Labels', icon: Tag },
            { to: `${place}/import`, title: 'Import & export', icon: Download },
          ]}
        />
      }
      actions={actions}
      width="reading"
    >
      {children}
    </Page>
  )
}
