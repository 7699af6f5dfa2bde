import type { TxContext } from '../../../kernel/context.ts'
import { digestOfText } from './issue-texts.ts'
import { dropOldWrites, forgetWrites, noteWrite, writesOf } from './issues.queries.ts'
import { fields, type IssueState } from './merge-issue.ts'

type Kind = keyof IssueState | 'comment'

/** What Baton wrote to some issues, so that it is known when it comes back. */
export interface OwnWrites {
  /** When this was written there; null where it was not. */
  at(kind: Kind, number: number, text: string): string | null
}

export async function ownWrites({ tx, org }: TxContext, repository: string, numbers: readonly number[]): Promise<OwnWrites> {
  const rows = numbers.length > 0 ? await tx.rows(writesOf, { org, repository, objects: numbers.map(String) }) : []
  const key = (kind: string, object: string | number, hash: Buffer) => `${kind} ${object} ${hash.toString('hex')}`
  const at = new Map(rows.map(({ kind, object, hash, written_at }) => [key(kind, object, hash), written_at]))
  return { at: (kind, number, text) => at.get(key(kind, number, digestOfText(text))) ?? null }
}

/** The fields of an issue that say what we wrote: no change of theirs, even if the job that wrote it has not recorded it. */
export const ownFields = (ours: OwnWrites, number: number, issue: IssueState): (keyof IssueState)[] =>
  fields.filter((field) => ours.at(field, number, issue[field]) !== null)

const keptDays = 30

/** Noted before it is sent: a sync may read it before its answer has come. What is old has come back long ago and goes. */
export async function noteOwnWrite({ tx, org, clock }: TxContext, repository: string, kind: Kind, number: number, text: string) {
  const now = clock.now()
  await tx.rows(noteWrite, { org, repository, kind, object: String(number), hash: digestOfText(text), now })
  await tx.rows(dropOldWrites, { org, repository, before: new Date(now.getTime() - keptDays * 86_400_000) })
}

/** Once somebody has written something newer, whoever goes back to what we wrote means it. */
export const forgetOwnWrites = async ({ tx, org }: TxContext, repository: string, kind: Kind, number: number) =>
  tx.rows(forgetWrites, { org, repository, kind, object: String(number) })
