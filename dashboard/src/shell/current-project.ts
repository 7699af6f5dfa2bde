import { useParams } from '@tanstack/react-router'
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
