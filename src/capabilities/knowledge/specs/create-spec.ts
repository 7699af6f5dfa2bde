import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { together } from '../../../platform/together.ts'
import { requireProject } from '../../projects/require-project.ts'
import { addVersion, nextNumber } from './add-version.ts'
import * as contracts from './specs.contract.ts'
import { specCreated } from './specs.events.ts'
import { insertSpec, sameTitle, type SpecRow } from './specs.queries.ts'

export const createSpec = implement(contracts.createSpec, async (outer, { project: name, title, body, status = 'draft', tags = [] }) => {
  const ctx = together(outer)
  const project = await requireProject(ctx, name, 'write')
  const [same, number] = await Promise.all([
    ctx.tx.rows(sameTitle, { org: ctx.org, project: project.id, title }),
    nextNumber(ctx, 'spec', project.id),
  ])
  const at = ctx.clock.now().toISOString()
  const spec: SpecRow = {
    id: newId(),
    ref: `${project.key}-S${number}`,
    project_id: project.id,
    number,
    title,
    status,
    tags,
    latest_version: 1,
    created_by: userOf(ctx),
    created_by_agent_id: ctx.principal.agent,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    version: 1,
  }
  const author = { created_by: spec.created_by, created_by_agent_id: spec.created_by_agent_id, now: at }
  const { id, ref } = spec
  // Not with COMMIT: the foreign key to the project is checked when the statement ends, and waiting for the project with the log's head
  // locked may deadlock.
  void ctx.tx.unread(insertSpec, { org: ctx.org, id, project: project.id, number, ref, title, status, tags, ...author })
  addVersion(ctx, spec, 1, body, '')
  ctx.emit(specCreated, { spec })
  ctx.target(spec.id)
  return { ...spec, same_title: same.map((row) => row.ref) }
})
