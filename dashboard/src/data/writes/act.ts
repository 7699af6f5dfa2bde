import type { Name, Output } from '@baton/client'
import { tellProblem } from '../problems.ts'
import { toast } from '../toast.ts'
import { TextConflict, write, type WriteSpec } from './outbox.ts'
import { withPerson } from '../step-up.ts'
import { readAgain } from '../reads.ts'

type AnySpec = { [N in Name]: WriteSpec<N> }[Name]

interface Act<N extends Name> extends WriteSpec<N> {
  /** Said when it is done; nothing is said without it. */
  done?: string
  /** How to take it back, offered with `done`. */
  undo?: (answer: Output<N>) => WriteSpec<Name> | readonly AnySpec[]
  /** Reads that no event makes old. */
  then?: readonly Name[]
}

/** A write by a person: optimistic, undoable, and its refusal told in the server's words. Answers null when it was refused. */
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
    // It is kept and shown with the other text.
    if (error instanceof TextConflict) return null
    tellProblem(error, `${spec.label} failed`)
    return null
  }
}
