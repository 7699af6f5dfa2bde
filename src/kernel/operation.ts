import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Contract } from './contract.ts'

export type Handler<C extends Contract> = (ctx: Context, input: z.output<C['input']>) => Promise<z.input<C['output']>>

/** A contract with its handler. Only `execute()` runs it. */
export interface Implementation<C extends Contract = Contract> {
  readonly contract: C
  readonly handler: Handler<C>
}

export interface Operation extends Implementation {
  readonly name: string
}

export function implement<C extends Contract>(contract: C, handler: Handler<C>): Implementation<C> {
  return { contract, handler }
}

type Complete<Contracts extends Record<string, Contract>> = { [Name in keyof Contracts]: Implementation<Contracts[Name]> }

/** Pairs every contract with its handler by name; one without the other is a compile error. */
export function pair<Contracts extends Record<string, Contract>>(
  contracts: Contracts,
  implementations: Complete<Contracts>,
): Map<string, Operation> {
  return new Map(
    Object.entries(implementations).map(([name, { contract, handler }]) => {
      if (contract !== contracts[name]) throw new Error(`${name} implements another contract`)
      return [name, { name, contract, handler: handler as Handler<Contract> }]
    }),
  )
}
