import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { ClientSession, SessionRef, SessionStatus } from '../../vocabulary.contract.ts'
import { SessionLease, Trace } from '../sessions/sessions.contract.ts'

const program = String.raw`[\w.+-]{1,30}( [\w-]{1,20})?`
/** The programs of a command line, each with its subcommand (`cd, npm test`), and no arguments: a third word has no place in it. */
const Command = z
  .string()
  .max(300)
  .regex(new RegExp(`^${program}(, ${program}){0,4}$`), 'must be programs with their subcommands, without arguments')

export const traceSession = contract({
  summary: 'Add what the hooks of a client saw to the trace of an agent session, which also keeps it alive',
  realm: 'organization',
  permission: 'session:write',
  effect: 'change',
  input: z.strictObject({
    session: SessionRef.optional(),
    client_session: ClientSession.optional(),
    /** The last words of a turn. */
    said: z.string().max(1000).optional(),
    files: z.array(z.string().min(1).max(500)).max(100).optional(),
    ran: z
      .array(z.strictObject({ command: Command, code: z.int().min(0).max(255) }))
      .max(100)
      .optional(),
  }),
  output: z.object({ id: Id, status: SessionStatus, trace: Trace, leases: z.array(SessionLease) }),
  http: [{ method: 'POST', path: '/api/sessions/:id/trace', params: { id: 'session' } }],
  rehearsal: { input: { ran: [{ command: 'npm test', code: 0 }] } },
})
