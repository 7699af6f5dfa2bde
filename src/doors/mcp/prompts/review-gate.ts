import { data, words, type Prompt } from './prompt.ts'

const maxRecords = 20

export const reviewGate: Prompt = {
  name: 'review_gate',
  title: 'Review a feature at its gate',
  description: 'What the gate asks, what evidence there is, what is missing, and how to submit a review.',
  arguments: [{ name: 'feature', description: 'Ref of the feature (WEB-F3).', required: true, completes: 'feature' }],
  async messages(ask, { feature = '' }) {
    const [found, authors] = [await ask.run('getFeature', { feature }), await ask.authors()]
    const { ref, title, description, status, gate, gates, commit, requirements, missing, evidence, verdicts, tasks, spec } = found
    return [
      words(
        'Review the feature below at the gate where it stands.',
        '1. Look at the very commit it names, not at a newer one; read its spec with get_spec and its tasks with get_task.',
        '2. Compare what the gate requires with the evidence. Evidence is a claim of whoever reported it: check what you can run yourself.',
        '3. submit_review with that commit: approve, or request_changes with words that say what to change and why.',
        'Who wrote a feature, its commits or its evidence cannot review it: then say so to your user instead.',
      ),
      data('the feature', {
        ...{ ref, title, description, status, gate, gates, commit, summary: found.summary, risks: found.risks },
        ...{ recommendation: found.recommendation, spec, tasks, task_progress: found.task_progress, written_by: authors(found) },
      }),
      data(
        'what the gate requires',
        requirements.filter(({ key }) => key === gate),
      ),
      data('what is missing', missing),
      data('evidence, each with who reported it', evidence.slice(0, maxRecords)),
      data('reviews and approvals so far', verdicts.slice(0, maxRecords)),
    ]
  },
}
