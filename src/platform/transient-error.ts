/** Errors of PostgreSQL or of the connection to it, not of a statement: busy, restarting, out of disk or memory, failing over, gone. */
const transient = new Set(
  `40001 40P01 55P03 57014 53100 53200 53300 53400 57P01 57P02 57P03 25P03 25P04 08000 08001 08003 08004 08006
   ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN`.split(/\s+/),
)
/** The driver's own errors for a lost connection and a full pool have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

export const isTransient = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return code ? transient.has(code) : lostConnection.test(message ?? '')
}
