import type { Contract } from '../kernel/contract.ts'
import * as approvals from './approvals/approvals.contract.ts'
import * as evidence from './evidence/evidence.contract.ts'
import * as features from './features/features.contract.ts'
import * as workflows from './workflows/workflows.contract.ts'
import * as accountDeletion from './account-deletion/account-deletion.contract.ts'
import * as administration from './administration/administration.contract.ts'
import * as activity from './activity/activity.contract.ts'
import * as agents from './agents/agents.contract.ts'
import * as agentsAtWork from './agents-at-work/agents-at-work.contract.ts'
import * as stepUp from './login/step-up.contract.ts'
import * as decisions from './decisions/decisions.contract.ts'
import * as attachments from './attachments/attachments.contract.ts'
import * as comments from './comments/comments.contract.ts'
import * as confirmations from './confirmations/confirmations.contract.ts'
import * as deviceLogin from './device-login/device-login.contract.ts'
import * as invites from './invites/invites.contract.ts'
import * as login from './login/login.contract.ts'
import * as mail from './mail/mail.contract.ts'
import * as mailLogin from './mail-login/mail-login.contract.ts'
import * as notifications from './notifications/notifications.contract.ts'
import * as notes from './notes/notes.contract.ts'
import * as oauthLogin from './oauth-login/oauth-login.contract.ts'
import * as oauthServer from './oauth-server/oauth-server.contract.ts'
import * as organizations from './organizations/organizations.contract.ts'
import * as passkeys from './passkeys/passkeys.contract.ts'
import * as passwords from './passwords/passwords.contract.ts'
import * as preferences from './preferences/preferences.contract.ts'
import * as projects from './projects/projects.contract.ts'
import * as secondFactor from './second-factor/second-factor.contract.ts'
import * as setAside from './set-aside/set-aside.contract.ts'
import * as settings from './settings/settings.contract.ts'
import * as skills from './skills/skills.contract.ts'
import * as specs from './specs/specs.contract.ts'
import * as teams from './teams/teams.contract.ts'
import * as tokens from './tokens/tokens.contract.ts'
import * as clearings from './memory/clearings/clearings.contract.ts'
import * as memory from './memory/memory.contract.ts'
import * as memoryReviews from './memory-reviews/memory-reviews.contract.ts'
import * as knowledgeSearch from './knowledge-search/knowledge-search.contract.ts'
import * as memorySearch from './memory-search/memory-search.contract.ts'
import * as memoryVectors from './memory-vectors/memory-vectors.contract.ts'
import * as retention from './retention/retention.contract.ts'
import * as deliveries from './webhooks/deliveries/deliveries.contract.ts'
import * as sending from './webhooks/deliveries/sending.contract.ts'
import * as webhooks from './webhooks/webhooks.contract.ts'
import * as imports from './transfer/imports.contract.ts'
import * as transfer from './transfer/transfer.contract.ts'
import * as views from './views/views.contract.ts'
import * as lists from './work-items/lists/lists.contract.ts'
import * as workItemChanges from './work-items/changes.contract.ts'
import * as workItems from './work-items/work-items.contract.ts'
import * as agentNotices from './agent-notices/notices.contract.ts'
import * as instances from './instances/instances.contract.ts'
import * as agentControl from './agent-control/agent-control.contract.ts'
import * as contextPack from './context-pack/context-pack.contract.ts'
import * as sessionHints from './session-hints/session-hints.contract.ts'
import * as sessions from './sessions/sessions.contract.ts'
import * as toolTelemetry from './tool-telemetry/tool-telemetry.contract.ts'
import * as usage from './usage/usage.contract.ts'
import * as search from './search/search.contract.ts'
import * as repositories from './repositories/repositories.contract.ts'

/** The contracts among a module's exports; its schemas stay behind. */
type ContractsIn<Module> = { [Name in keyof Module as Module[Name] extends Contract ? Name : never]: Module[Name] }

function contractsIn<Module extends object>(module: Module): ContractsIn<Module> {
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => typeof value === 'object' && 'realm' in value),
  ) as ContractsIn<Module>
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
  ...contractsIn(agentsAtWork),
  ...contractsIn(skills),
  ...contractsIn(projects),
  ...contractsIn(workItems),
  ...contractsIn(workItemChanges),
  ...contractsIn(comments),
  ...contractsIn(confirmations),
  ...contractsIn(attachments),
  ...contractsIn(notes),
  ...contractsIn(activity),
  ...contractsIn(lists),
  ...contractsIn(views),
  ...contractsIn(imports),
  ...contractsIn(transfer),
  ...contractsIn(specs),
  ...contractsIn(decisions),
  ...contractsIn(passkeys),
  ...contractsIn(passwords),
  ...contractsIn(secondFactor),
  ...contractsIn(setAside),
  ...contractsIn(stepUp),
  ...contractsIn(webhooks),
  ...contractsIn(deliveries),
  ...contractsIn(sending),
  ...contractsIn(preferences),
  ...contractsIn(notifications),
  ...contractsIn(workflows),
  ...contractsIn(features),
  ...contractsIn(evidence),
  ...contractsIn(approvals),
  ...contractsIn(memory),
  ...contractsIn(clearings),
  ...contractsIn(knowledgeSearch),
  ...contractsIn(memorySearch),
  ...contractsIn(memoryReviews),
  ...contractsIn(memoryVectors),
  ...contractsIn(retention),
  ...contractsIn(sessions),
  ...contractsIn(contextPack),
  ...contractsIn(sessionHints),
  ...contractsIn(agentControl),
  ...contractsIn(agentNotices),
  ...contractsIn(instances),
  ...contractsIn(usage),
  ...contractsIn(toolTelemetry),
  ...contractsIn(search),
  ...contractsIn(repositories),
}
