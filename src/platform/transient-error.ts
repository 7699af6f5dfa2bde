/** Errors of PostgreSQL or of the connection to it, not of a statement: busy, restarting, out of disk or memory, failing over, gone. */
const transient = new Set(
  `40001 40P01 55P03 57014 53100 53200 53300 53400 57P01 57P02 57P03 25P03 25P04 08000 08001 08003 08004 08006
   ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN`.split(/\s+/),
)
/**
 * Whom we are connected to, or as whom: a server that was demoted or accepts no writes, a pooler that has lost its server, a password that was
 * changed. Another connection may do, so this one is not used again.
 */
const wrongConnection = new Set(['25006', '08P01', '28000', '28P01'])
/** The driver's own errors for a lost connection and a full pool have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** What says something about the connection, not about the statement sent on it. */
export const blamesConnection = (error: unknown): boolean => wrongConnection.has(codeOf(error))

export const isTransient = (error: unknown): boolean => {
  const code = codeOf(error)
  return code ? transient.has(code) || wrongConnection.has(code) : lostConnection.test((error as Error).message ?? '')
}
