import { countOf, labelAt, part, textAt, thing, type Data, type Line } from './event-names.ts'

const feature = thing('feature')
const gate = (data: Data) => part('at', labelAt(data, 'gate'))
const between = (data: Data) => `${part('from', labelAt(data, 'from'))}${part('to', labelAt(data, 'to'))}`
const reasons: Record<string, string> = { commit: ' because of a new commit', spec: ' because the spec changed' }
const because = (data: Data) => reasons[labelAt(data, 'reason')] ?? ''

function changed(data: Data): string {
  const fields = Array.isArray(data['changed']) ? data['changed'].map(String) : []
  const commit = textAt(data, 'feature', 'commit')
  if (fields.includes('commit') && commit) return `reported commit ${commit.slice(0, 8)} of ${feature(data)}`
  return fields.length > 0
    ? `changed ${fields.slice(0, 3).join(', ').replaceAll('_', ' ')} of ${feature(data)}`
    : `changed ${feature(data)}`
}

// Each word is as strong as the rank of the evidence.
const ranks: Record<string, string> = { claimed: 'claimed', reported: 'reported', observed: 'observed', ci: 'proved in CI' }

function shown(data: Data): string {
  const check = textAt(data, 'evidence', 'check')
  if (!check) return `added evidence to ${feature(data)}`
  const verb = textAt(data, 'evidence', 'outcome') === 'fail' ? 'fails' : 'passes'
  return `${ranks[textAt(data, 'evidence', 'rank')] ?? 'said'} that the ${check} check ${verb} for ${feature(data)}`
}

function reviewed(data: Data): string {
  const changes = textAt(data, 'review', 'verdict') === 'request_changes'
  const idle = data['counts'] === false ? ', which does not count' : ''
  return `${changes ? 'asked for changes in' : 'approved'} ${feature(data)}${part('at', textAt(data, 'review', 'gate'))}${idle}`
}

/** A feature's way through its gates. */
export const featureLines: Record<string, Line> = {
  'feature.updated': changed,
  'feature.waiting': (data) => `left ${feature(data)} waiting${gate(data)} for ${countOf(data['waiting_for'], 'person', 'people')}`,
  'feature.review_requested': (data) => `asked ${countOf(data['reviewers'], 'person', 'people')} to review ${feature(data)}${gate(data)}`,
  'feature.advanced': (data) => `moved ${feature(data)}${between(data) || ' on'}`,
  'feature.sent_back': (data) => `sent ${feature(data)} back${between(data)}${because(data)}`,
  'feature.approved': (data) => `approved ${feature(data)}${part('at', textAt(data, 'approval', 'gate'))}`,
  'evidence.added': shown,
  'evidence.voided': (data) => `voided the evidence of ${feature(data)}${because(data)}`,
  'review.submitted': reviewed,
}
