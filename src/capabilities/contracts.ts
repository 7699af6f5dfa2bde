import type { Contract } from '../kernel/contract.ts'
import * as accountDeletion from './account-deletion/account-deletion.contract.ts'
import * as administration from './administration/administration.contract.ts'
import * as agents from './agents/agents.contract.ts'
import * as stepUp from './login/step-up.contract.ts'
import * as deviceLogin from './device-login/device-login.contract.ts'
import * as invites from './invites/invites.contract.ts'
import * as login from './login/login.contract.ts'
import * as mail from './mail/mail.contract.ts'
import * as mailLogin from './mail-login/mail-login.contract.ts'
import * as oauthLogin from './oauth-login/oauth-login.contract.ts'
import * as oauthServer from './oauth-server/oauth-server.contract.ts'
import * as organizations from './organizations/organizations.contract.ts'
import * as passkeys from './passkeys/passkeys.contract.ts'
import * as projects from './projects/projects.contract.ts'
import * as secondFactor from './second-factor/second-factor.contract.ts'
import * as settings from './settings/settings.contract.ts'
import * as teams from './teams/teams.contract.ts'
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
  ...contractsIn(mailLogin),
  ...contractsIn(mail),
  ...contractsIn(oauthLogin),
  ...contractsIn(tokens),
  ...contractsIn(deviceLogin),
  ...contractsIn(settings),
  ...contractsIn(oauthServer),
  ...contractsIn(organizations),
  ...contractsIn(invites),
  ...contractsIn(teams),
  ...contractsIn(accountDeletion),
  ...contractsIn(administration),
  ...contractsIn(agents),
  ...contractsIn(projects),
  ...contractsIn(workItems),
  ...contractsIn(passkeys),
  ...contractsIn(secondFactor),
  ...contractsIn(stepUp),
  ...contractsIn(upkeep),
}
