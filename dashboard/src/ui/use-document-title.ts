import { useParams } from '@tanstack/react-router'
import { useEffect, type RefObject } from 'react'
import { useRead } from '../data/reads.ts'

/** "Board · Storefront · Baton": what a tab, the history and a bookmark are told apart by. */
export function useDocumentTitle(heading: RefObject<HTMLElement | null>, tab: string | undefined): void {
  const { slug } = useParams({ strict: false })
  // Every page of an organization has read it.
  const { data } = useRead('listProjects', {}, { enabled: false })
  const project = slug && (data?.items.find((one) => one.slug === slug)?.name ?? slug)
  // With every render: what stands in the heading comes when it was read.
  useEffect(() => {
    const shown = heading.current?.querySelector('[data-tab]') ?? heading.current
    const name = tab ?? shown?.textContent.trim()
    document.title = [...new Set([name, project, 'Baton'])].filter(Boolean).join(' · ')
  })
}
