import { event } from '../../../kernel/events.ts'

export const jobRetried = event<{ job: { id: string; name: string } }>('job.retried', ({ job }) => ({ subject_id: job.id }))
