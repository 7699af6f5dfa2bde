import type { OutputOf } from '../../../capabilities/operations.ts'
import { featuresFor, tasksFor } from './found-work.ts'
import { data, words, type Ask, type Prompt } from './prompt.ts'

type Written = OutputOf<'listSpecs' | 'listDecisions'>['items'][number]

export const planFeature: Prompt = {
  name: 'plan_feature',
  title: 'Plan a feature',
  description: 'From a goal to a spec, a feature with gates and tasks, minding what was decided and what is under way.',
  arguments: [
    { name: 'project', description: 'Slug of the project.', required: true, completes: 'project' },
    { name: 'goal', description: 'What shall be possible afterwards, in your own words.', required: true, completes: 'goal' },
    { name: 'spec', description: 'Ref of a spec to plan from (WEB-S2).', required: false, completes: 'spec' },
  ],
  async messages(ask, { project = '', goal = '', spec }) {
    const { name, description, created_by } = await ask.run('getProject', { project })
    const authors = await ask.authors()
    const written = (one: Written) => ({ ref: one.ref, title: one.title, status: one.status, written_by: authors(one) })
    const specs = spec ? [await specified(ask, spec)] : (await ask.list('listSpecs', { project, limit: 20 })).map(written)
    const decisions = (await ask.list('listDecisions', { project, status: 'accepted', limit: 30 })).map(written)
    return [
      words(
        'Plan a feature in the project below, for the goal below.',
        '1. search_memory for the goal; read with get_decision every decision below that could bear on it.',
        '2. If a feature or task below does it already, say so and stop.',
        '3. Write what is to be built with create_spec, or use the spec given; ask your user about what is open.',
        '4. create_feature with that spec, then create_task for each step of at most a day; update_task sets what blocks what.',
        '5. log_decision for each choice you made between real alternatives.',
        'Show your user the plan before you create anything.',
      ),
      data('the goal, as it was typed', { goal }),
      data('the project', { project, name, description, written_by: authors({ created_by }) }),
      data(spec ? 'the spec to plan from' : 'specs of the project', specs),
      data('decisions in force', decisions),
      data('features under way', await featuresFor(ask, { project, limit: 20 })),
      data('open tasks', await tasksFor(ask, { project, status: ['backlog', 'todo', 'in_progress', 'in_review'], limit: 50 })),
    ]
  },
}

async function specified(ask: Ask, spec: string): Promise<object> {
  const authors = await ask.authors()
  const found = await ask.run('getSpec', { spec })
  const { ref, title, status, body, next_offset } = found
  return { ref, title, status, body, read_on_with_get_spec_offset: next_offset, written_by: authors(found) }
}
