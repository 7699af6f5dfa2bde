import { packOf, sessionFor, tasksFor } from './found-work.ts'
import { data, words, type Prompt } from './prompt.ts'

export const resumeWork: Prompt = {
  name: 'resume_work',
  title: 'Resume work',
  description: 'Go on where a session stopped: what it was for, how far it came, what it holds, what changed since.',
  arguments: [
    { name: 'session', description: 'Its id; without one your newest that nobody works in.', required: false, completes: 'session' },
    { name: 'project', description: 'Slug; look only there.', required: false, completes: 'project' },
  ],
  async messages(ask, { session: named, project }) {
    const within = project ? { project } : {}
    const [session, ready] = [
      await sessionFor(ask, { named, project, alive: false }),
      await tasksFor(ask, { ready: true, limit: 10, ...within }),
    ]
    if (!session) {
      return [
        words(
          'There is no session to resume that nobody works in.',
          '1. Choose one of the ready tasks below and tell your user which and why; if there are none, ask what to do.',
          '2. create_session with goals, then claim_task with that session.',
          '3. search_memory and read the decisions that the claim names before you change anything.',
        ),
        data('tasks that can be started now', ready),
      ]
    }
    return [
      words(
        `Go on with the work session ${session.id}.`,
        session.alive
          ? '1. It is running in another window. Ask your user whether to take it over; if so, call resume_session with it and take_over: true.'
          : '1. Call resume_session with it: you get a session that follows it, and its leases with new fences.',
        '2. Read the last checkpoint below: begin with what it says is next, not from the start.',
        '3. Renew the leases you still need with claim_task (action: renew), release the others.',
        '4. checkpoint_session after each step that a successor could not guess.',
      ),
      data('what the session knew', await packOf(ask, session)),
      data('tasks that can be started now', ready),
    ]
  },
}
