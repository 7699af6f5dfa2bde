import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'

const DocName = z.object({ id: z.string(), title: z.string(), summary: z.string(), url: z.string() })
const anyone = { realm: 'public', permission: 'anyone', effect: 'read' } as const

export const listDocs = contract({
  ...anyone,
  summary: 'List the documentation of this release',
  input: z.strictObject({}),
  output: z.object({ version: z.string(), docs: z.array(DocName) }),
  http: [{ method: 'GET', path: '/api/docs' }],
})

export const getDoc = contract({
  ...anyone,
  summary: 'Get a page of the documentation of this release',
  input: z.strictObject({ id: z.string().min(1).max(100) }),
  output: DocName.extend({ version: z.string(), content: z.string() }),
  http: [{ method: 'GET', path: '/api/docs/:id' }],
  rehearsal: { input: { id: 'mcp' } },
})
