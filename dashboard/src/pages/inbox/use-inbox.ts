import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { useList, useRead } from '../../data/reads.ts'
import { useStore } from '../../data/store.ts'
import { entriesOf, type Entry } from './entries.ts'
import { asMarked, marked } from './marks.ts'

export type Box = 'inbox' | 'snoozed' | 'archived'
export interface InboxSearch {
  box?: Box
  /** Handle of the organization it is narrowed to. */
  from?: string
  open?: string
}

export function useInbox() {
  const organization = useOrganization()
  const { box = 'inbox', from, open } = useSearch({ strict: false }) as InboxSearch
  const list = useList('listNotifications', { box, ...(from && { organization: from }), limit: 50 })
  const approvals = useRead('listApprovals', {})
  const reviews = useRead('listMemoryReviews', { limit: 50 })
  const marks = useStore(marked)
  const here = box === 'inbox' && (!from || from === organization)
  const entries = useMemo(
    () =>
      entriesOf({
        organization,
        notifications: asMarked(list.items, marks),
        approvals: here ? (approvals.data?.items ?? []) : [],
        reviews: here ? (reviews.data?.items ?? []) : [],
      }),
    [organization, list.items, marks, approvals.data, reviews.data, here],
  )
  const needs = entries.filter(({ group }) => group === 'needs')
  const know = entries.filter(({ group }) => group === 'know')
  // As they stand on the screen, for going along them.
  const ordered: Entry[] = [...needs, ...know]
  const current = ordered.find(({ id }) => id === open)
  return { box, from, open, list, needs, know, ordered, current }
}
