import { connectRepo } from '../repositories/connect-repo.ts'
import { createPr } from '../repositories/create-pr.ts'
import { generateAgentsMd } from '../repositories/generate-agents-md.ts'
import { listRepos } from '../repositories/list-repos.ts'
import { syncRepo } from '../repositories/sync-repo.ts'

export const repositories = { connectRepo, createPr, generateAgentsMd, listRepos, syncRepo }
