import type { z } from 'zod'
import type { Context, OutsideContext } from './context.ts'
import type { Contract } from './contract.ts'

type Input<C extends Contract> = z.output<C['input']>
type Output<C extends Contract> = z.input<C['output']>

type Handler<C extends Contract> = (ctx: Context, input: Input<C>) => Promise<Output<C>>

/** An operation around its transaction. Whatever waits for the outside (hashing, models, mail, DNS, files) does so before or after it. */
export interface Phases<C extends Contract, Prepared> {
  /** Before the transaction. An operation that is repeated prepares again. */
  prepare?(ctx: OutsideContext, input: Input<C>): Promise<Prepared>
  /** Inside it: all of it happens, or none. */
  handle(ctx: Context, input: Input<C>, prepared: Prepared): Promise<Output<C>>
  /** Once it is committed, and never after a refusal. What fails here is reported and changes no answer. */
  after?(ctx: OutsideContext, input: Input<C>, output: Output<C>, prepared: Prepared): Promise<void>
}

/** A contract with what implements it. Only `execute()` runs it. */
export interface Implementation<C extends Contract = Contract> {
  readonly contract: C
  readonly phases: Phases<C, unknown>
}

export interface Operation<In = unknown, Out = unknown> extends Implementation {
  readonly name: string
  /** For the compiler alone: what is handed in, before it is parsed, and what is answered. */
  readonly types?: { in: In; out: Out }
}

export function implement<C extends Contract, Prepared>(contract: C, phases: Phases<C, Prepared> | Handler<C>): Implementation<C> {
  return { contract, phases: (typeof phases === 'function' ? { handle: phases } : phases) as Phases<C, unknown> }
}
