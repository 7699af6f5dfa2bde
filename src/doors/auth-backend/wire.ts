import { z } from 'zod'
import { Id } from '../../kernel/contract.ts'

/** Routes that a separate process calls; the schemas below are their payloads. */
export const places = {
  identify: '/internal/auth/identify',
  revoked: '/internal/auth/revoked',
  used: '/internal/auth/used',
} as const

const Kind = z.enum(['mcp_token', 'oauth'])

export const Identify = z.strictObject({ credential: z.string().min(1).max(4096), audiences: z.array(z.url()).max(10) })
export const Revoked = z.strictObject({
  credentials: z.array(z.strictObject({ kind: Kind, id: Id, organization: Id })).max(100_000),
})
export const Used = z.strictObject({ tokens: z.array(Id).max(100_000) })

export const Identified = z.object({
  user: Id,
  agent: Id.nullable(),
  credential: z.object({ kind: Kind, id: Id }),
  organization: z.object({ id: Id, role: z.enum(['owner', 'admin', 'member', 'viewer']) }),
  personalOrganization: Id,
  unproven: z.boolean().default(false),
  scopes: z.array(z.string()).nullable(),
  run: z.object({ id: Id, project: Id }).nullable().default(null),
})
export const RevokedAnswer = z.object({ revoked: z.array(Id) })
