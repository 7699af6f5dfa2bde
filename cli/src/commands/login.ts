import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { BatonError, createClient, type Client, type Output } from '@baton/client'
import type { Command } from '../command.ts'
import { loginOf, saveLogin, type Login } from '../config/credentials.ts'
import { serverAddress } from '../config/server-address.ts'
import { CliError, exitCodes } from '../errors.ts'
import { fetchInTime } from '../network.ts'
import { openBrowser, pageOf } from '../terminal/browser.ts'
import { plain } from '../terminal/output.ts'
import { withProgress } from '../terminal/progress.ts'

export const login: Command = {
  name: 'login',
  about: 'log this machine in, with a code that you confirm in the browser',
  arguments: [0, 0],
  options: { 'no-browser': { type: 'boolean', about: 'show the address without opening it' } },
  async run({ env, out, server: named, flag }) {
    const server = serverAddress(env, named)
    const client = createClient({ url: server, fetch: fetchInTime })
    const asked = await withProgress(out, `Asking ${server}`, () =>
      client.requestDevice({ client: `baton on ${hostname()}`.slice(0, 100) }),
    )
    const { user_code, verification_uri, verification_uri_complete: address } = asked
    // A program that reads the JSON needs the code before anyone can confirm it: print one line now and one at the end.
    if (out.json) out.result({ user_code, verification_uri, verification_uri_complete: address, expires_in: asked.expires_in }, '')
    const page = pageOf(address, server)
    // Typed into a browser by hand, a code for another server harms nobody here: its address is shown, and only opened if it is this server's.
    out.say(`Confirm the code ${out.style('bold', plain(user_code))} at ${plain(page ?? address)}`)
    if (page && !out.json && out.onTerminal && !flag('no-browser')) await openBrowser(page, env)
    const answer = await withProgress(out, 'Waiting for your confirmation', () => confirmed(client, asked))
    const before = loginOf(env, server)
    const { token, expires_at, refresh_token, user } = answer
    const app_url = new URL('.', pageOf(verification_uri, server) ?? `${server}/`).href.replace(/\/$/, '')
    saveLogin(env, server, { token, expires_at, refresh_token, handle: user.handle, app_url }, true)
    if (before) await end(client, server, before)
    out.result(
      { server, user: { id: user.id, handle: user.handle } },
      `Logged in to ${server} as ${plain(user.handle)}. Next: baton tasks --ready`,
    )
  },
}

/** Ends the login that this one replaces; it may have ended already. */
async function end(client: Client, server: string, { refresh_token }: Login): Promise<void> {
  try {
    const { token } = await client.refresh({ refresh_token })
    await createClient({ url: server, token, fetch: fetchInTime }).logout()
  } catch {
    // Harmless: nobody has the old login anymore, and it expires on its own.
  }
}

async function confirmed(client: Client, asked: Output<'requestDevice'>): Promise<Output<'pollDevice'>> {
  let seconds = asked.interval
  for (;;) {
    await setTimeout(seconds * 1000)
    try {
      return await client.pollDevice({ device_code: asked.device_code })
    } catch (error) {
      if (!(error instanceof BatonError)) throw error
      if (error.code === 'access_denied' || error.code === 'expired_token') throw ended(error.code)
      if (error.code !== 'authorization_pending' && error.code !== 'slow_down' && error.retryAfter === null) throw error
      seconds = Number(error.extra['interval'] ?? error.retryAfter ?? seconds)
    }
  }
}

const ended = (code: 'access_denied' | 'expired_token'): CliError =>
  new CliError(code === 'access_denied' ? 'The login was refused in the browser.' : 'Nobody confirmed the code within ten minutes.', {
    code,
    next: 'Run: baton login',
    exit: exitCodes.login,
  })
