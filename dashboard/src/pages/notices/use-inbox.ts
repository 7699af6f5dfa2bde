import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { useList, useRead } from '../../data/reads.ts'
import { useStore } from '../../data/store.ts'
import { useWaitingActions } from '../machines/use-waiting-actions.ts'
import { entriesOf, type Entry } from './entries.ts'
import { asMarked, marked } from './marks.ts'

export type Box = 'inbox' | 'snoozed' | 'archived'
export interface InboxSearch {
  box?: Box
  /** Handle of the organization to filter by. */
  from?: string
  open?: string
}

export function useInbox() {
  const organization = useOrganization()
  const { box = 'inbox', from, open } = useSearch({ strict: false }) as InboxSearch
  const list = useList('listNotifications', { box, ...(from && { organization: from }), limit: 50 })
  const approvals = useRead('listApprovals', {})
  const reviews = useRead('listMemoryReviews', { limit: 50 })
  const actions = useWaitingActions()
  const marks = useStore(marked)
  const here = box === 'inbox' && (!from || from === organization)
  const entries = useMemo(
    () =>
      entriesOf({
        organization,
        notifications: asMarked(list.items, marks),
        approvals: here ? (approvals.data?.items ?? []) : [],
        reviews: here ? (reviews.data?.items ?? []) : [],
        actions: here ? actions : [],
      }),
    [organization, list.items, marks, approvals.data, reviews.data, actions, here],
  )
  const needs = entries.filter(({ group }) => group === 'needs')
  const know = entries.filter(({ group }) => group === 'know')
  // In the order of the screen, for stepping through them.
  const ordered: Entry[] = [...needs, ...know]
  const isOpen = ({ id, told }: Entry) => id === open || told.some((one) => one.id === open)
  // An entry that resolves itself while it is being read, for example by an answer, leaves the list but stays on the screen.
  const seen = useRef<Entry>(undefined)
  const current = ordered.find(isOpen) ?? (seen.current && isOpen(seen.current) ? seen.current : undefined)
  useEffect(() => {
    seen.current = current
  }, [current])
  return { box, from, open, list, needs, know, ordered, current }
}
