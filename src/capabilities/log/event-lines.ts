import { labelAt, nameOf, part, subject, textAt, thing, type Data, type Line } from './event-names.ts'
import { featureLines } from './feature-lines.ts'
import { fieldChanges, sayChange, type FieldChange } from './field-changes.ts'

const item = (data: Data) => (nameOf(data, 'item') ? subject(nameOf(data, 'item')) : 'an item')
const words = (name: string) => name.replaceAll('_', ' ')

const statusVerbs: Record<string, string> = {
  complete: 'completed',
  cancelled: 'cancelled',
  in_progress: 'started',
  in_review: 'sent to review',
}

const isOfLease = (field: string): boolean => field.startsWith('lease_')

function changedItem(data: Data): string {
  const changed = Array.isArray(data['changed']) ? data['changed'].map(String) : []
  const status = textAt(data, 'item', 'status')
  if (changed.includes('status')) {
    const verb = statusVerbs[status]
    const { from } = fieldChanges(data, new Map()).find(({ field }) => field === 'status') ?? { from: null }
    return verb ? `${verb} ${item(data)}` : `moved ${item(data)}${part('from', from?.toLowerCase() ?? '')} to ${words(status)}`
  }
  if (changed.length > 0 && changed.every(isOfLease))
    return `${changed.includes('lease_holder') ? 'took over' : 'renewed'} the lease of ${item(data)}`
  const [first, ...others] = fieldChanges(data, new Map())
  if (first && others.length === 0 && data['from']) return sayOne(data, first)
  const fields = [...new Set(changed.map((field) => (isOfLease(field) ? 'lease' : words(field.replace(/_id$/, '')))))]
  return fields.length > 0 ? `changed ${fields.slice(0, 3).join(', ')} of ${item(data)}` : `changed ${item(data)}`
}

/** "changed priority of WEB-12 from None to High". */
function sayOne(data: Data, change: FieldChange): string {
  const { field, from, to } = change
  if (from !== null && to !== null) return `changed ${field} of ${item(data)} from ${from} to ${to}`
  return `${sayChange(change)} ${to === null && from === null ? 'of' : to === null ? 'from' : 'on'} ${item(data)}`
}

function issueConflict(data: Data): string {
  const fields = Array.isArray(data['fields']) ? data['fields'].map(String).join(' and ') : 'state'
  const number = typeof data['number'] === 'number' ? ` #${data['number']}` : ''
  return `took the ${fields} of ${item(data)} from GitHub issue${number}; both sides had changed it`
}

const releases: Record<string, string> = { expired: 'let the lease expire on', overridden: 'took the lease away from' }
const spec = thing('spec')
const decision = thing('decision')

const outcomes: Record<string, string> = { accepted: 'accepted', rejected: 'rejected', superseded: 'superseded', proposed: 'reopened' }

function changedDecision(data: Data): string {
  const changed = Array.isArray(data['changed']) ? data['changed'] : []
  const outcome = changed.includes('status') ? outcomes[textAt(data, 'decision', 'status')] : undefined
  return `${outcome ?? 'changed'} ${decision(data)}`
}

const perItem = (kind: string): Record<string, Line> => ({
  [`${kind}.created`]: (data) => `created ${kind === 'task' ? '' : `${kind} `}${item(data)}`,
  [`${kind}.updated`]: changedItem,
  [`${kind}.deleted`]: (data) => `deleted ${item(data)}`,
  [`${kind}.restored`]: (data) => `restored ${item(data)}`,
})

/** Lines for events whose type alone would give a clumsy sentence. */
export const eventLines: Record<string, Line> = {
  ...perItem('epic'),
  ...perItem('story'),
  ...perItem('task'),
  'task.moved': (data) => `moved ${item(data)} here${part('from', String(data['from'] ?? ''))}`,
  'task.left': (data) => `moved ${item(data)} to another project`,
  'task.claimed': (data) => `claimed ${item(data)}`,
  'task.released': (data) => `${releases[String(data['why'])] ?? 'released'} ${item(data)}`,
  'comment.created': (data) => {
    const stranger = textAt(data, 'comment', 'source_author')
    return stranger ? `brought a comment by ${stranger} from GitHub to ${item(data)}` : `commented on ${item(data)}`
  },
  'comment.updated': (data) => `edited a comment on ${item(data)}`,
  'comment.answered': (data) => `answered a question on ${item(data)}`,
  'comment.asked': (data) => `asked a question on ${item(data)}`,
  'comment.expired': (data) => `let a question on ${item(data)} expire`,
  'comment.deleted': (data) => `deleted a comment on ${item(data)}`,
  'comment.restored': (data) => `restored a comment on ${item(data)}`,
  'comment.resolved': (data) => `resolved a thread on ${item(data)}`,
  'comment.reopened': (data) => `reopened a thread on ${item(data)}`,
  'watcher.changed': () => 'changed who watches',
  'comment.delivered': () => 'delivered a comment to an agent',
  'comment.read': () => 'confirmed that an agent read a comment',
  'ai_session.created': () => 'started a chat with the assistant',
  'ai_session.asked': () => 'asked the assistant',
  'ai_session.answered': () => 'got an answer from the assistant',
  'ai_session.renamed': () => 'renamed a chat with the assistant',
  'ai_session.deleted': () => 'deleted a chat with the assistant',
  'agent.stuck': (data) => `found ${labelAt(data, 'agent') || 'an agent'} blocked`,
  'agent.budget_set': (data) => `set the budget of ${thing('agent')(data)}`,
  'agent.dispatch_changed': (data) => `changed where ${thing('agent')(data)} runs`,
  'assistant.budget_set': () => 'set the budget of the assistant',
  'memory.clearing_undone': () => 'restored cleared memories',
  'skill.taken_down': (data) => `took down ${thing('skill')(data)}`,
  'skill.takedown_lifted': (data) => `published ${thing('skill')(data)} again`,
  'community.post_changed': () => 'changed a community post',
  'sync.conflict_kept': () => 'left a sync conflict to be resolved',
  'sync.conflict_resolved': () => 'resolved a sync conflict',
  'sync.device_registered': () => 'registered a device',
  'sync.device_removed': () => 'removed a device',
  'user.note_read': () => 'read a note as an administrator',
  'task.issue_conflict': issueConflict,
  'task.ranks_renewed': () => 'reordered the tasks',
  'attachment.created': (data) => `attached ${labelAt(data, 'attachment') || 'a file'} to ${item(data)}`,
  'attachment.deleted': (data) => `removed ${labelAt(data, 'attachment') || 'a file'} from ${item(data)}`,
  ...featureLines,
  'spec.version_added': (data) => `wrote a new version of ${spec(data)}`,
  'decision.logged': (data) =>
    textAt(data, 'decision', 'status') === 'proposed' ? `proposed ${decision(data)}` : `logged ${decision(data)}`,
  'decision.updated': changedDecision,
  'decision.superseded': (data) => `superseded ${decision(data)}${part('by', labelAt(data, 'by'))}`,
  'webhook.secret_rotated': () => 'rotated a webhook secret',
  'project.access_changed': (data) => `changed access to ${thing('project')(data)}`,
  'workspace.access_changed': (data) => `changed team access of ${thing('workspace')(data)}`,
  'workspace.synced': (data) => `updated the checkouts of ${thing('workspace')(data)}`,
  'team.member_added': () => 'added a member to a team',
  'team.member_updated': () => 'changed a member of a team',
  'team.member_removed': () => 'removed a member from a team',
  'account.created': () => 'created an account',
  'account.closed': () => 'closed their account',
  'account.restored': () => 'restored their account',
  'impersonation.started': () => 'was impersonated by an administrator',
  'impersonation.ended': () => 'ended an administrator’s impersonation',
  'subscription.updated': (data) => `changed the plan${part('to', labelAt(data, 'plan'))}`,
  'session.stepped_up': () => 'confirmed their identity',
  'recovery_codes.renewed': () => 'renewed the recovery codes',
  'password.reset_offered': () => 'created a link to reset a password',
  'password.reset': () => 'reset the password',
  'email.verified': () => 'verified the email address',
  'email.changed': () => 'changed the email address',
  'profile.updated': () => 'changed the profile',
  'sandbox.reset': () => 'reset the sandbox',
  'activity.logged': (data) =>
    [`logged ${textAt(data, 'activity', 'type') || 'something'}`, textAt(data, 'activity', 'description')].filter(Boolean).join(': '),
}
