import { author, line, refersTo, stamps, synced, text, value } from '../../record.ts'
import { Day } from '../../vocabulary.contract.ts'

export const milestoneRecord = synced('milestones', 'created_by', {
  ...stamps,
  ...author,
  project_id: refersTo('project', { as: 'project', must: true }),
  name: value(line(120)),
  description: value(text().default('')),
  target_on: value(Day.nullish()),
})
