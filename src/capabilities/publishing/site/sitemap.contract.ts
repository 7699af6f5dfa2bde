import { z } from 'zod'
import { Timestamp, contract } from '../../../kernel/contract.ts'

const Sitemap = z.object({ url: z.string(), addresses: z.int(), files: z.int(), generated_at: Timestamp })

export const generateSitemap = contract({
  summary: 'Rebuild the sitemap now; it is also rebuilt every ten minutes',
  realm: 'instance',
  permission: 'administrator',
  effect: 'change',
  input: z.strictObject({}),
  output: Sitemap,
  http: [{ method: 'POST', path: '/api/admin/settings/generate-sitemap' }],
})

export const refreshSitemap = contract({
  summary: 'Make the sitemap anew',
  realm: 'instance',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({}),
  output: Sitemap,
})
