import type { TxContext } from '../../../kernel/context.ts'
import { digestOfText } from './issue-texts.ts'
import { dropOldWrites, forgetWrites, noteWrite, writesOf } from './issues.queries.ts'
import { fields, type IssueState } from './merge-issue.ts'

type Kind = keyof IssueState | 'comment'

/** What Baton wrote to some issues, so that it is recognized when it comes back. */
export interface OwnWrites {
  /** When this was written there; null if it was not. */
  at(kind: Kind, number: number, text: string): string | null
}

export async function ownWrites({ tx, org }: TxContext, repository: string, numbers: readonly number[]): Promise<OwnWrites> {
  const rows = numbers.length > 0 ? await tx.rows(writesOf, { org, repository, objects: numbers.map(String) }) : []
  const key = (kind: string, object: string | number, hash: Buffer) => `${kind} ${object} ${hash.toString('hex')}`
  const at = new Map(rows.map(({ kind, object, hash, written_at }) => [key(kind, object, hash), written_at]))
  return { at: (kind, number, text) => at.get(key(kind, number, digestOfText(text))) ?? null }
}

/** The fields of an issue that hold what we wrote: not a change of theirs, even if the job that wrote them has not recorded it yet. */
export const ownFields = (ours: OwnWrites, number: number, issue: IssueState): (keyof IssueState)[] =>
  fields.filter((field) => ours.at(field, number, issue[field]) !== null)

const keptDays = 30

/** Called before it is sent, because a sync may read it before the response arrives. Old notes have come back long ago and are dropped. */
export async function noteOwnWrite({ tx, org, clock }: TxContext, repository: string, kind: Kind, number: number, text: string) {
  const now = clock.now()
  await tx.rows(noteWrite, { org, repository, kind, object: String(number), hash: digestOfText(text), now })
  await tx.rows(dropOldWrites, { org, repository, before: new Date(now.getTime() - keptDays * 86_400_000) })
}

/** Once somebody has written something newer, a return to what we wrote is a real change. */
export const forgetOwnWrites = async ({ tx, org }: TxContext, repository: string, kind: Kind, number: number) =>
  tx.rows(forgetWrites, { org, repository, kind, object: String(number) })
