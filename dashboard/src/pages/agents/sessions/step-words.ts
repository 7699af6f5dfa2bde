/** What a tool or an event does, in one common vocabulary: `create_spec` and `spec.created` are both "Create spec". */
export function stepWords(name: string): string {
  const dot = name.indexOf('.')
  if (dot < 0) {
    const [verb = '', ...noun] = name.split('_')
    return say(tools[verb] ?? verb, noun.join(' '))
  }
  const [kind, done] = [name.slice(0, dot), name.slice(dot + 1)]
  const verb = verbs[done]
  return verb ? say(verb, nounOf(kind)) : `${say(nounOf(kind), '')}: ${done.replaceAll('_', ' ')}`
}

const tools: Record<string, string> = { get: 'read', store: 'save', log: 'log' }
const verbs: Record<string, string> = {
  created: 'create',
  updated: 'update',
  deleted: 'delete',
  restored: 'restore',
  stored: 'save',
  logged: 'log',
  claimed: 'claim',
  released: 'release',
  started: 'create',
  ended: 'end',
  resumed: 'resume',
  checkpointed: 'checkpoint',
  traced: 'trace',
  added: 'add',
  version_added: 'update',
  superseded: 'supersede',
  answered: 'answer',
  advanced: 'advance',
  submitted: 'submit',
  approved: 'approve',
  moved: 'move',
}

const nounOf = (kind: string): string => (kind === 'agent_session' ? 'session' : kind).replaceAll('_', ' ')
const say = (verb: string, noun: string): string => `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${noun && ` ${noun}`}`
