import type { Contract } from '../kernel/contract.ts'
import * as administration from './administration/administration.contract.ts'
import * as agents from './agents/agents.contract.ts'
import * as login from './login/login.contract.ts'
import * as organizations from './organizations/organizations.contract.ts'
import * as projects from './projects/projects.contract.ts'
import * as tokens from './tokens/tokens.contract.ts'
import * as upkeep from './upkeep/upkeep.contract.ts'
import * as workItems from './work-items/work-items.contract.ts'

/** The contracts among a module's exports; its schemas stay behind. */
type ContractsIn<Module> = { [Name in keyof Module as Module[Name] extends Contract ? Name : never]: Module[Name] }

function contractsIn<Module extends object>(module: Module): ContractsIn<Module> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => 'realm' in value)) as ContractsIn<Module>
}

/** Every contract by name. */
export const contracts = {
  ...contractsIn(login),
  ...contractsIn(tokens),
  ...contractsIn(organizations),
  ...contractsIn(administration),
  ...contractsIn(agents),
  ...contractsIn(projects),
  ...contractsIn(workItems),
  ...contractsIn(upkeep),
}
