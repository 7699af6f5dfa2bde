import type { z } from 'zod'
import type { Context, OutsideContext } from './context.ts'
import type { Contract } from './contract.ts'

type Input<C extends Contract> = z.output<C['input']>
type Output<C extends Contract> = z.input<C['output']>

type Handler<C extends Contract> = (ctx: Context, input: Input<C>) => Promise<Output<C>>

/** The phases around an operation's transaction. Waiting for external systems (hashing, models, mail, DNS, files) happens before or after it. */
export interface Phases<C extends Contract, Prepared> {
  /** Runs before the transaction. An operation that is repeated prepares again. */
  prepare?(ctx: OutsideContext, input: Input<C>): Promise<Prepared>
  /** Runs inside the transaction: all of it takes effect, or nothing. */
  handle(ctx: Context, input: Input<C>, prepared: Prepared): Promise<Output<C>>
  /** Runs after the commit, never after a refusal. Failures here are reported and don't change the answer. */
  after?(ctx: OutsideContext, input: Input<C>, output: Output<C>, prepared: Prepared): Promise<void>
}

/** A contract with its implementation. Only `execute()` runs it. */
export interface Implementation<C extends Contract = Contract> {
  readonly contract: C
  readonly phases: Phases<C, unknown>
}

export interface Operation<In = unknown, Out = unknown> extends Implementation {
  readonly name: string
  /** Type-level only: the input before parsing, and the answer. */
  readonly types?: { in: In; out: Out }
}

export function implement<C extends Contract, Prepared>(contract: C, phases: Phases<C, Prepared> | Handler<C>): Implementation<C> {
  return { contract, phases: (typeof phases === 'function' ? { handle: phases } : phases) as Phases<C, unknown> }
}
