import type { Name, Output } from '@baton/client'
import { tellProblem } from '../problems.ts'
import { toast } from '../toast.ts'
import { TextConflict, write, type WriteSpec } from './outbox.ts'
import { withPerson } from '../step-up.ts'
import { readAgain } from '../reads.ts'

type AnySpec = { [N in Name]: WriteSpec<N> }[Name]

interface Act<N extends Name> extends WriteSpec<N> {
  /** The toast shown on success; without it there is none. */
  done?: string
  /** The writes that undo it, offered in the `done` toast. */
  undo?: (answer: Output<N>) => WriteSpec<Name> | readonly AnySpec[]
  /** Reads to refetch because no event makes them stale. */
  then?: readonly Name[]
}

/** A write by a person: optimistic, undoable, with refusals shown in the server's words. Resolves to null if it was refused. */
export async function act<N extends Name>({ done, undo, then, ...spec }: Act<N>): Promise<Output<N> | null> {
  try {
    const answer = await withPerson(() => write(spec))
    if (then) readAgain(spec.organization, new Set(then))
    if (done) {
      const takeBack = () => [undo?.(answer) ?? []].flat().forEach((one) => void act(one as WriteSpec<Name>))
      toast.success(done, undo && { action: { label: 'Undo', onClick: takeBack } })
    }
    return answer
  } catch (error) {
    // The text stays in the outbox, to be shown beside the other one.
    if (error instanceof TextConflict) return null
    tellProblem(error, `${spec.label} failed`)
    return null
  }
}
