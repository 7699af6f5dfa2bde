import { act } from '../../../data/writes/act.ts'
import { gateName, type Gate } from './words.ts'

/** The gate and commit that were on the screen, so that the decision applies to nothing else. */
export interface Subject {
  id: string
  ref: string
  gate: string | null
  commit: string | null
}

const then = ['listApprovals', 'getFeature', 'listFeatures'] as const
const seen = ({ id, gate, commit }: Subject) => ({ feature: id, ...(gate && { gate }), ...(commit && { commit }) })

export const approve = (organization: string, subject: Subject, words: string, gates?: readonly Gate[]) =>
  act({
    organization,
    operation: 'approveFeature',
    input: { ...seen(subject), ...(words.trim() && { words }) },
    label: `Approve ${gateName(subject.gate ?? '', gates)} of ${subject.ref}`,
    done: `${gateName(subject.gate ?? '', gates)} of ${subject.ref} approved`,
    then,
  })

export const sendBack = (organization: string, { id, ref, gate }: Subject, to: string, words: string) =>
  act({
    organization,
    operation: 'sendBackFeature',
    input: { feature: id, words, to, ...(gate && { gate }) },
    label: `Send ${ref} back`,
    done: `${ref} sent back to ${gateName(to)}`,
    then,
  })

export const snooze = (organization: string, { id, ref }: Subject, until: Date, word: string) =>
  act({
    organization,
    operation: 'snoozeApproval',
    input: { feature: id, until: until.toISOString() },
    label: `Snooze ${ref}`,
    done: `Snoozed, back ${word}`,
    undo: () => ({
      organization,
      operation: 'snoozeApproval',
      input: { feature: id, until: new Date(0).toISOString() },
      label: `Unsnooze ${ref}`,
    }),
    then,
  })

/** Reviews go to the people and agents at work; the response says whether this one counts. */
export const review = (organization: string, subject: Subject, verdict: 'approve' | 'request_changes', words: string) =>
  act({
    organization,
    operation: 'submitReview',
    input: { ...seen(subject), verdict, ...(words.trim() && { words }) },
    label: `Review ${subject.ref}`,
    then,
  })

export const advance = (organization: string, { id, ref, gate }: Subject, last: boolean) =>
  act({
    organization,
    operation: 'advanceFeature',
    input: { feature: id, ...(gate && { gate }) },
    label: `Move ${ref} on`,
    done: last ? `${ref} shipped` : `${ref} moved to the next gate`,
    then,
  })
