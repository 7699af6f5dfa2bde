import { agentRecord } from '../../agents/agents/agents.record.ts'
import { featureRecord } from '../../features/features/features.record.ts'
import { workflowRecord } from '../../features/workflows/workflows.record.ts'
import { decisionRecord } from '../../knowledge/decisions/decisions.record.ts'
import { noteRecord } from '../../knowledge/notes/notes.record.ts'
import { specRecord } from '../../knowledge/specs/specs.record.ts'
import { memoryRecord } from '../../memory/entries/memory.record.ts'
import { projectRecord } from '../../projects/projects.record.ts'
import type { Column, Synced } from '../../record.ts'
import { skillRecord } from '../../skills/skills.record.ts'
import { attachmentRecord } from '../../work/attachments/attachments.record.ts'
import { commentRecord } from '../../work/comments/comments.record.ts'
import { itemRecord } from '../../work/transfer/work-items.record.ts'
import { milestoneRecord } from '../../work/planning/milestones.record.ts'
import { viewRecord } from '../../work/views/views.record.ts'
import type { Kind } from './records.contract.ts'

export const syncedKinds: Readonly<Record<Kind, Synced>> = {
  agent: agentRecord,
  project: projectRecord,
  workflow: workflowRecord,
  milestone: milestoneRecord,
  item: itemRecord,
  comment: commentRecord,
  attachment: attachmentRecord,
  note: noteRecord,
  spec: specRecord,
  decision: decisionRecord,
  memory: memoryRecord,
  skill: skillRecord,
  feature: featureRecord,
  view: viewRecord,
}

/** The table of the records that a column refers to. */
export const tableOf = (kind: string): string => {
  const synced = syncedKinds[kind as Kind]
  if (!synced) throw new Error(`no kind of record is called ${kind}`)
  return synced.table
}

/** The columns that a record shows, with the names of their fields. */
export const fieldsOf = (columns: Readonly<Record<string, Column>>): [column: string, field: string, Column][] =>
  Object.entries(columns).flatMap(([name, column]) => (column.schema && !column.within ? [[name, column.as ?? name, column]] : []))
