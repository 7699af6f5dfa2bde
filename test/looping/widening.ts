import type { Contract } from '../../src/kernel/contract.ts'
import { jsonSchema, type Schema } from '../../src/doors/shared/input-schema.ts'
import type { Registry } from './references.ts'

/** Fields through which more people may see or receive something. */
const fields =
  /^(visibility|visible_to|shared?|shared_with|public|published|access|members?|users?|invites?|emails?|recipients?|role|teams?|scopes?|url|urls|endpoint|events|enabled)$/
/** Operations that do so, judging by their name. */
const names = /^(publish|share|invite|transfer|grant|expose|open)|^(add|update)\w*Member$|^accept(?!Identity)/

/** Why a token without a person may do it all the same. A bare operation name stands for a match by name. */
export const open: Record<string, string> = {
  'createProject.visibility': 'the project is new: nothing that was private is in it',
  'createSkill.visibility': 'the skill is new, and a public one is published by a person (publishing/publish.ts)',
  'createSkill.team': 'the skill is new: it is shown to a team in place of the whole organization',
  'updateSkill.visibility': 'the handler asks for a person where somebody more would see it (skills/update-skill.ts)',
  'updateSkill.team': 'the handler asks for a person where somebody more would see it (skills/update-skill.ts)',
  'importSkill.visibility':
    'the skill is new and cannot be public; another version of one keeps whom it is for (skills/directory/archives.operations.ts)',
  'importSkill.team': 'the skill is new: it is shown to a team in place of the whole organization',
  'installSkill.visibility':
    'its text is public anyway, and the handler asks for a person whatever the visibility (skills/require-seen.ts)',
  acceptSkillUpdate: 'the same people get another version of what they have, and the handler asks for a person (skills/require-seen.ts)',
  'createView.shared': 'a view shows everybody what they may see anyway; it shares its name and filters',
  'updateView.shared': 'a view shows everybody what they may see anyway; it shares its name and filters',
  'createAgent.role': 'the job of an agent in words, no right',
  'updateAgent.role': 'the job of an agent in words, no right',
  'storeMemory.scope': 'the memory is new: it says who may read what the agent has just learnt',
  'storeMemories.scope': 'the memories are new: it says who may read what the agent has just learnt',
  'addEvidence.url': 'a link to be read; nothing is sent there',
  'reportCheck.url': 'a link to be read; nothing is sent there',
  'reportTaskCheck.url': 'a link to be read; nothing is sent there',
  'advanceFeature.evidence.url': 'a link to be read; nothing is sent there',
  'updateProfile.url': 'the caller’s own home page, a link to be read',
  openTunnelStream: 'leads the caller to a port of their own machine that the machine’s own file allows; nobody else sees more',
  'chooseTeam.team': 'what the caller has in front of them, of the teams they are in',
  'setTeamPicture.team': 'names the team that gets a picture; who is in it stays',
  'updateTeam.team': 'names the team that is changed; who is in it stays',
}

/** Whether a token can call the operation at all, and whether it could let anyone see more. */
const isCandidate = ({ effect, permission, needs_person }: Contract): boolean =>
  effect !== 'read' && effect !== 'delete' && !needs_person && !['anyone', 'system', 'administrator'].includes(permission)

/** Whatever widens who sees or receives something, is open to a token without a person, and isn't listed with a reason. */
export function checkWidening(registry: Registry, reasons: Record<string, string> = open): string[] {
  const found = [...registry.values()].flatMap(({ name, contract }) => {
    if (!isCandidate(contract)) return []
    const by = fieldsOf(jsonSchema(contract.input, 'input')).filter((path) => fields.test(path.split('.').at(-1) ?? ''))
    const undeclared = by.filter((path) => !contract.person_for?.includes(path))
    return [...(names.test(name) ? [name] : []), ...undeclared.map((path) => `${name}.${path}`)]
  })
  const stale = Object.keys(reasons).filter((one) => !found.includes(one))
  return [
    ...found.filter((one) => !(one in reasons)).map((one) => `${one} widens: declare needs_person or person_for, or say here why not`),
    ...stale.map((one) => `${one} is listed and does not widen: take it out`),
  ]
}

function fieldsOf(schema: Schema, prefix = ''): string[] {
  const inner = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].flatMap((one) => fieldsOf(one, prefix))
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [prefix + name, ...fieldsOf(field, `${prefix}${name}.`)])
  return [...new Set([...own, ...inner])]
}
