import { packOf, sessionFor } from './found-work.ts'
import { data, words, type Prompt } from './prompt.ts'

export const handOver: Prompt = {
  name: 'hand_over',
  title: 'Hand over',
  description: 'Leave a session so that a successor can go on: last checkpoint, leases, what was learned.',
  arguments: [
    { name: 'session', description: 'Its id; without one your newest that is open.', required: false, completes: 'session' },
    { name: 'to', description: 'Slug of the agent that continues, if known.', required: false, completes: 'agent' },
  ],
  async messages(ask, { session: named, to }) {
    const session = await sessionFor(ask, { named, alive: true })
    const successor = to ? await ask.run('getAgent', { agent: to }) : undefined
    if (!session) return [words('You have no open session, so there is nothing to hand over. list_sessions shows the ended ones.')]
    const { slug, name, role, status } = successor ?? {}
    return [
      words(
        `Hand over the work session ${session.id}, so that whoever continues needs nothing but Baton.`,
        '1. store_memory for each thing you learned that is true beyond this session; log_decision for each choice that was not logged.',
        '2. checkpoint_session: progress is what is done; state is what comes next, what was tried in vain, where the files are.',
        '3. complete_task what is done. For the rest claim_task (action: release)' +
          (successor ? ', then update_task with assignee_agent set to the successor below.' : '.'),
        '4. end_session with the outcome if nothing is left to do in it; else leave it open, and resume_session continues it.',
        'Compare what the session still holds below with what you say: nothing may stay held by accident.',
      ),
      data('what the session holds and knows', await packOf(ask, session)),
      ...(successor ? [data('the successor', { slug, name, role, status })] : []),
    ]
  },
}
