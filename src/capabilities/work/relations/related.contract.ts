import { z } from 'zod'
import { Link } from '../items/work-items.contract.ts'

/** Another task, and how it relates to this one. */
export const Related = Link.extend({ relation: z.enum(['relates_to', 'duplicates', 'duplicated_by']) })
