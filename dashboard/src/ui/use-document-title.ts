import { useParams } from '@tanstack/react-router'
import { useEffect, type RefObject } from 'react'
import { useRead } from '../data/reads.ts'

/** "Board · Storefront · Baton": makes tabs, history entries and bookmarks distinguishable. */
export function useDocumentTitle(heading: RefObject<HTMLElement | null>, tab: string | undefined): void {
  const { slug } = useParams({ strict: false })
  // Uses the cache only: every page of an organization has already read it.
  const { data } = useRead('listProjects', {}, { enabled: false })
  const project = slug && (data?.items.find((one) => one.slug === slug)?.name ?? slug)
  // No dependencies: the heading's text changes when its data has loaded.
  useEffect(() => {
    const shown = heading.current?.querySelector('[data-tab]') ?? heading.current
    const name = tab ?? shown?.textContent.trim()
    document.title = [...new Set([name, project, 'Baton'])].filter(Boolean).join(' · ')
  })
}
