import type { InputOf } from '../../../capabilities/operations.ts'

type Reading = 'getProject' | 'getTask' | 'getNote' | 'getSpec' | 'getDecision' | 'getSkill'

/** A kind of resource under `baton://`, read through the same operation as by its tool. */
export interface Kind {
  readonly name: 'project' | 'task' | 'note' | 'spec' | 'decision' | 'skill'
  /** `baton://{path}/{variable}` */
  readonly path: string
  readonly variable: string
  readonly title: string
  readonly description: string
  readonly operation: Reading
  readonly input: (value: string) => InputOf<Reading>
  /** The event that records who created one. */
  readonly born: string
}

const kind = <Name extends Reading>(
  name: Kind['name'],
  variable: string,
  operation: Name,
  input: (value: string) => InputOf<Name>,
  title: string,
  description: string,
): Kind => ({
  ...{ name, variable, operation, input, title, description, path: `${name}s` },
  born: name === 'decision' ? 'decision.logged' : `${name}.created`,
})

export const kinds: readonly Kind[] = [
  kind('project', 'slug', 'getProject', (project) => ({ project }), 'Project', 'A project with its numbers and what happened lately.'),
  kind(
    'task',
    'key',
    'getTask',
    (task) => ({ task, response_format: 'detailed' }),
    'Task',
    'A task by key (WEB-12) with parents, dependencies, lease, comments and history.',
  ),
  kind('note', 'id', 'getNote', (note) => ({ note }), 'Note', 'A markdown note with its links and what links to it.'),
  kind('spec', 'id', 'getSpec', (spec) => ({ spec }), 'Spec', 'A specification by ref (WEB-S2) or id, at its newest version.'),
  kind(
    'decision',
    'id',
    'getDecision',
    (decision) => ({ decision }),
    'Decision',
    'A decision by ref (WEB-D4) or id with rationale, discussion and outcome.',
  ),
  kind('skill', 'slug', 'getSkill', (skill) => ({ skill }), 'Skill', 'A skill’s text. Mind its trust: who stands behind it.'),
]

export const kindNamed = (name: string): Kind | undefined => kinds.find((one) => one.name === name)
