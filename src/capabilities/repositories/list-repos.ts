import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './repositories.contract.ts'

export const listRepos = implement(contracts.listRepos, async (ctx, { project }) => {
  if (project !== undefined) await requireProject(ctx, project, 'read')
  return { repos: [], next: 'This version of Baton cannot connect to a code host.' }
})
