import type { Run } from '../command.ts'
import { loginOf } from '../config/credentials.ts'
import { toCliError } from '../errors.ts'
import { openSession } from '../session.ts'
import { fault, ok, type Finding } from './finding.ts'

export async function checkLogin(run: Run, server: string): Promise<Finding> {
  const { env } = run
  try {
    if (!env['BATON_API_KEY'] && !loginOf(env, server)) {
      return fault('login', `You are not logged in to ${server}.`, `Run: baton login --server ${server}`)
    }
    const { handle } = await openSession(run).client.me()
    return ok('login', `Logged in as ${handle}`)
  } catch (error) {
    const { code, message, next } = toCliError(error, server)
    if (env['BATON_API_KEY'] && code === 'unauthenticated') {
      return fault(
        'login',
        'The API key in BATON_API_KEY is refused.',
        'Create another in the dashboard’s settings, or unset BATON_API_KEY.',
      )
    }
    return fault('login', message, next)
  }
}
