import { z } from 'zod'
import { ref } from '../../../kernel/contract.ts'

export const WorkspaceRef = ref(
  'workspace',
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/, 'must be a slug or an id'),
)
