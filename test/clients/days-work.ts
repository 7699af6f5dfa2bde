import type { Person } from '../harness/person.ts'
import type { Model, Script, Shown } from './model/script.ts'

/** A field's value in a result, whether the client shows the structured content or the text. */
export function valueIn({ text }: Shown, name: string): string {
  const found = new RegExp(`\\b${name}"?: ?"?([\\w-]+)`).exec(text)?.[1]
  if (found === undefined) throw new Error(`no ${name} in: ${text.slice(0, 500)}`)
  return found
}

/** A call that must not be refused. */
export async function mustUse(model: Model, tool: string, args: Record<string, unknown> = {}): Promise<Shown> {
  const shown = await model.use(tool, args)
  if (shown.isError) throw new Error(`${tool} was refused: ${shown.text}`)
  return shown
}

/** A project with one task to do. */
export async function prepareDay(person: Person, project: string): Promise<void> {
  await person.do('POST', '/api/projects', { name: 'Hello', slug: project, key: 'HEL' })
  await person.do('POST', '/api/tasks', { project, title: 'Say hello', status: 'todo' })
}

/** A day's work as the instructions describe it: look around, begin a session, take a task, remember, decide, finish. */
export const daysWork =
  (project: string, sees: (shown: Shown) => void): Script =>
  async (model) => {
    const use = (tool: string, args?: Record<string, unknown>) => mustUse(model, tool, args)
    await use('list_projects')
    const session = valueIn(await use('create_session', { project, goals: ['Say hello'] }), 'id')
    const claimed = await use('claim_task', { project, session })
    sees(claimed)
    await use('search_memory', { project, query: 'how do we greet' })
    await use('checkpoint_session', { session, progress: 'Half of it is done.', files: ['src/hello.ts'] })
    await use('log_decision', { project, title: 'Greet by name', rationale: 'People like it.', paths: ['src/hello.ts'] })
    await use('store_memory', { project, content: 'Greetings stand in src/hello.ts.' })
    const task = { task: valueIn(claimed, 'key'), fence: valueIn(claimed, 'fence') }
    await use('complete_task', { ...task, notes: 'Done by a real client.' })
    await use('end_session', { session, outcome: 'Hello is said.' })
    return 'The day is done.'
  }

/** What such a day leaves behind in Baton, whatever the client printed. */
export async function leftOf(person: Person, project: string): Promise<Record<string, unknown>> {
  const [task, memories, decisions, sessions] = [
    await person.do('GET', '/api/tasks/HEL-1'),
    await person.do('GET', `/api/memories?project=${project}`),
    await person.do('GET', `/api/decisions?project=${project}`),
    await person.do('GET', `/api/sessions?project=${project}`),
  ]
  const [session] = sessions.items
  return {
    task: `${task.status}: ${task.completion_notes}`,
    holder: task.lease_holder,
    memories: memories.items.map(({ content }: { content: string }) => content).filter((content: string) => content.includes('hello.ts')),
    decisions: decisions.items.map(({ title }: { title: string }) => title),
    session: `${session.status} after ${session.checkpoints} checkpoints: ${session.outcome}`,
    agent: session.agent.name,
  }
}
