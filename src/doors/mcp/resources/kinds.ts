/** What can be read under `baton://`, each by the operation that its tool runs too. */
export interface Kind {
  readonly name: 'project' | 'task' | 'note' | 'spec' | 'decision' | 'skill'
  /** `baton://{path}/{variable}` */
  readonly path: string
  readonly variable: string
  readonly title: string
  readonly description: string
  readonly operation: string
  readonly input: (value: string) => Record<string, unknown>
  /** The event that tells who made one. */
  readonly born: string
}

const kind = (name: Kind['name'], variable: string, operation: string, title: string, description: string): Kind => ({
  ...{ name, variable, operation, title, description, path: `${name}s` },
  input: (value) => (name === 'task' ? { task: value, response_format: 'detailed' } : { [name]: value }),
  born: name === 'decision' ? 'decision.logged' : `${name}.created`,
})

export const kinds: readonly Kind[] = [
  kind('project', 'slug', 'getProject', 'Project', 'A project with its numbers and what happened lately.'),
  kind('task', 'key', 'getTask', 'Task', 'A task by key (WEB-12) with parents, dependencies, lease, comments and history.'),
  kind('note', 'id', 'getNote', 'Note', 'A markdown note with its links and what links to it.'),
  kind('spec', 'id', 'getSpec', 'Spec', 'A specification by ref (WEB-S2) or id, at its newest version.'),
  kind('decision', 'id', 'getDecision', 'Decision', 'A decision by ref (WEB-D4) or id with rationale, discussion and outcome.'),
  kind('skill', 'slug', 'getSkill', 'Skill', 'A skill’s text. Mind its trust: who stands behind it.'),
]

export const kindNamed = (name: string): Kind | undefined => kinds.find((one) => one.name === name)
