import type { Contract } from '../kernel/contract.ts'
import type { Implementation, Operation } from '../kernel/operation.ts'

type Contracts = Record<string, Contract>

// By property and not by z.input, so that the compiler need not check every contract against a constraint.
export type InputIn<All extends Contracts, Name extends keyof All> = All[Name]['input']['_zod']['input']
export type OutputIn<All extends Contracts, Name extends keyof All> = All[Name]['output']['_zod']['input']

/** Every operation by name. A literal name in the code always has an operation; a name from elsewhere may have none. */
interface Registry<All extends Contracts> extends ReadonlyMap<string, Operation> {
  get<Name extends keyof All>(name: Name): Operation<InputIn<All, Name>, OutputIn<All, Name>>
  get(name: string): Operation | undefined
}

type Complete<All extends Contracts> = { [Name in keyof All]: Implementation<All[Name]> }

/** Pairs every contract with its handler by name; one without the other is a compile error. */
export function pair<All extends Contracts>(contracts: All, handlers: Complete<All>): Registry<All> {
  const named = Object.entries(handlers).map(([name, { contract, phases }]): [string, Operation] => {
    if (contract !== contracts[name]) throw new Error(`${name} implements another contract`)
    return [name, { name, contract, phases }]
  })
  return new Map(named) as ReadonlyMap<string, Operation> as Registry<All>
}
