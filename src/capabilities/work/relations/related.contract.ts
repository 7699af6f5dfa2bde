import { z } from 'zod'
import { Link } from '../items/work-items.contract.ts'

/** Another task as this one sees it. */
export const Related = Link.extend({ relation: z.enum(['relates_to', 'duplicates', 'duplicated_by']) })
