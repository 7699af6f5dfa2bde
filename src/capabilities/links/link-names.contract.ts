import { z } from 'zod'
import { ref } from '../../kernel/contract.ts'

/** Anything that can be linked, by its ref or id: `WEB-12`, `WEB-S2`, `WEB-S2@3` for one version of a spec; `spec:WEB-S2` too. */
const LinkName = z
  .string()
  .min(1)
  .max(80)
  .regex(
    /^((note|task|spec|decision|feature):)?[\w-]+(@[1-9]\d{0,8})?$/,
    'must be a ref such as WEB-12, WEB-S2, WEB-S2@3 or WEB-D4, or an id',
  )

export const LinkNames = z.array(ref('task', LinkName)).max(50)
