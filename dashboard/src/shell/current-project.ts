import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../data/reads.ts'
import { useOrganization } from '../data/organization.ts'

/** The project in the URL, else the one opened last, else the first in the list. */
export function useCurrentProject(): string | undefined {
  const org = useOrganization()
  const { slug } = useParams({ strict: false })
  const { data } = useRead('listProjects', {})
  const key = `baton.project.${org}`
  if (slug) localStorage.setItem(key, slug)
  const kept = slug ?? localStorage.getItem(key)
  return data?.items.find((one) => one.slug === kept)?.slug ?? slug ?? data?.items[0]?.slug
}

/** Leads a link with a slug that a project had, or with its key or name, to the slug it has today. */
export function useSlugOfToday(): void {
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data } = useRead('listProjects', {})
  const slug = /^\/[^/]+\/p\/([^/]+)/.exec(path)?.[1]
  const isOther = slug !== undefined && data !== undefined && !data.items.some((one) => one.slug === slug)
  const { data: found } = useRead('getProject', { project: slug ?? '' }, { enabled: isOther })
  const today = isOther ? found?.slug : undefined
  useEffect(() => {
    if (today !== undefined && today !== slug)
      void navigate({ to: path.replace(`/p/${slug}`, `/p/${today}`), search: true as never, replace: true })
  }, [navigate, path, slug, today])
}
