import { BatonError } from '@baton/client'
import { networkFault } from './network-fault.ts'

/** Exit codes that scripts can act on; docs/command-line.md lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, login: 3, unreachable: 4, faults: 5 } as const

interface Options {
  code: string
  /** What to do next, in plain words. */
  next: string
  exit?: number
}

export class CliError extends Error {
  readonly code: string
  readonly next: string
  readonly exit: number

  constructor(message: string, { code, next, exit = exitCodes.failed }: Options) {
    super(message)
    this.name = 'CliError'
    this.code = code
    this.next = next
    this.exit = exit
  }
}

export const usageError = (message: string, next: string): CliError => new CliError(message, { code: 'usage', next, exit: exitCodes.usage })

export const loginNeeded = (server: string, message = `You are not logged in to ${server}.`): CliError =>
  new CliError(message, { code: 'unauthenticated', next: `Run: baton login --server ${server}`, exit: exitCodes.login })

/** Turns anything thrown into an error that says what to do next. */
export function toCliError(error: unknown, server?: string): CliError {
  if (error instanceof CliError) return error
  if (error instanceof BatonError) return refused(error, server)
  const fault = networkFault(error, server)
  if (fault) return new CliError(fault.message, { ...fault, exit: exitCodes.unreachable })
  const message = error instanceof Error ? error.message : String(error)
  return new CliError(message, { code: 'failed', next: 'Run: baton doctor' })
}

function refused(error: BatonError, server = 'the server'): CliError {
  if (error.status === 401) return loginNeeded(server, `Your login to ${server} has ended.`)
  const detail = [error.detail, ...fieldErrors(error.extra['errors'])].join('\n  ')
  const options = { code: error.code, next: nextFor(error) }
  if (error.status === 502 || error.status === 504) {
    return new CliError(`${server} cannot be reached through its proxy (${error.status}).`, { ...options, exit: exitCodes.unreachable })
  }
  return new CliError(detail, options)
}

function nextFor({ status, code, retryAfter, requestId }: BatonError): string {
  if (retryAfter !== null) return `Try again in ${retryAfter} seconds.`
  if (code === 'needs_person') return 'Do this in the dashboard, where you log in yourself. Run: baton open'
  if (status === 404) return 'Look for its name with: baton tasks, or name another organization with --organization.'
  if (status === 403) return 'Ask an admin of the organization, or name another one with --organization.'
  if (status < 500) return 'Correct it and try again.'
  return `Run: baton doctor. Give the server’s operator the request id ${requestId ?? 'from its log'}.`
}

function fieldErrors(errors: unknown): string[] {
  if (!Array.isArray(errors)) return []
  return errors.slice(0, 20).map((one: { line?: number; field?: string; message?: string }) => {
    const where = [one.line === undefined ? '' : `line ${one.line}`, one.field ?? ''].filter(Boolean).join(', ')
    return `${where}: ${one.message ?? 'is not valid'}`
  })
}
