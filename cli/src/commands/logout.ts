import { BatonError } from '@baton/client'
import type { Command } from '../command.ts'
import { forgetLogin, loginOf } from '../config/credentials.ts'
import { serverAddress } from '../config/server-address.ts'
import { CliError, exitCodes, toCliError } from '../errors.ts'
import { openSession } from '../session.ts'
import { withProgress } from '../terminal/progress.ts'

export const logout: Command = {
  name: 'logout',
  about: 'log this machine out, also on the server',
  arguments: [0, 0],
  options: { local: { type: 'boolean', about: 'only forget the login here, for a server that no longer exists' } },
  async run(run) {
    const { env, out } = run
    const server = serverAddress(env, run.server)
    if (!loginOf(env, server)) {
      out.result({ server, ended: false }, `You were not logged in to ${server}.`)
      return
    }
    const ended = run.flag('local') ? false : await withProgress(out, 'Logging out', () => end(run, server))
    if (loginOf(env, server)) forgetLogin(env, server)
    out.result({ server, ended }, `Logged out of ${server}.${ended ? '' : ' The server was not told.'}`)
  },
}

/** Returns whether there was still a login to end. */
async function end(run: Parameters<Command['run']>[0], server: string): Promise<boolean> {
  try {
    // An API key would not log anyone out.
    const { BATON_API_KEY: _, ...env } = run.env
    return (await openSession({ ...run, env }).client.logout()).ended
  } catch (error) {
    const failure = toCliError(error, server)
    if (failure.exit === exitCodes.login || (error instanceof BatonError && error.status === 401)) return false
    throw new CliError(`${failure.message} The login was not ended.`, {
      code: failure.code,
      next: `${failure.next} Or forget it only here: baton logout --local --server ${server}`,
      exit: failure.exit,
    })
  }
}
