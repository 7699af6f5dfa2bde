import { z } from 'zod'
import { components } from '../../components.contract.ts'

/** What a scan found, and where. */
export const Finding = z.object({
  rule: z.string(),
  severity: z.enum(['danger', 'warning']),
  about: z.string(),
  file: z.string(),
  line: z.int(),
  /** The matching text, with every invisible character spelled out. */
  excerpt: z.string(),
})

/** The token that came with the findings; sending it back says that a person has seen exactly these. */
export const FindingsSeen = z
  .string()
  .length(32)
  .regex(/^[0-9a-f]+$/, 'must be the findings_token that came with the findings')

export const ContentHash = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]+$/, 'must be the hash of the content')

export const SkillFile = z.object({ path: z.string(), size: z.int(), executable: z.boolean() })

components({ SkillFinding: Finding, SkillFile })
