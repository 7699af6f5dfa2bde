import { implement } from '../../../kernel/operation.ts'
import * as contracts from './agents-md.contract.ts'
import { draftAgentsMd } from './draft-agents-md.ts'

export const generateAgentsMd = implement(contracts.generateAgentsMd, async (ctx, { offset, ...wanted }) => {
  const { project, repository, content, sections, changed } = await draftAgentsMd(ctx, wanted)
  return {
    project: project.slug,
    repo: repository?.name ?? null,
    path: wanted.path,
    content: content.slice(offset),
    content_length: content.length,
    next_offset: null,
    changed,
    sections,
  }
})
