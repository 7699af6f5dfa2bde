import { pair } from '../kernel/operation.ts'
import { contracts } from './contracts.ts'
import { features } from './operations/features.ts'
import { identity } from './operations/identity.ts'
import { knowledge } from './operations/knowledge.ts'
import { memory } from './operations/memory.ts'
import { organizations } from './operations/organizations.ts'
import { repositories } from './operations/repositories.ts'
import { work } from './operations/work.ts'

/** Every operation by name. */
export const operations = pair(contracts, { ...identity, ...organizations, ...work, ...features, ...knowledge, ...memory, ...repositories })
