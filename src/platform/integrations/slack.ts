import { z } from 'zod'
import { boundedFetch, jsonOf } from '../bounded-fetch.ts'
import type { Config } from '../config.ts'
import { notReached, pauseAsked, ProviderFailure } from './provider-failure.ts'

export interface SlackMessage {
  channel: string
  /** For on-screen notifications, and for clients that don't show blocks. */
  text: string
  blocks: readonly unknown[]
}

export interface SlackWorkspace {
  team: string
  team_id: string
  bot: string
  url: string
}

/** The parts of Slack that we need. Each call waits for Slack, so none belongs in a transaction. */
export interface Slack {
  /** Whose bot token this is. */
  test(botToken: string): Promise<SlackWorkspace>
  /** The URL for the next connection; each URL is good for one connection. */
  socketUrl(appToken: string): Promise<string>
  post(botToken: string, message: SlackMessage): Promise<{ channel: string; ts: string }>
  update(botToken: string, message: SlackMessage & { ts: string }): Promise<void>
  revoke(botToken: string): Promise<void>
}

const timeout = 10_000
const fetchSlack = boundedFetch(1024 ** 2)
const text = z.string().catch('')
const Answer = z.object({ ok: z.boolean(), error: text, team: text, team_id: text, user: text, url: text, channel: text, ts: text })
const nothing = Answer.parse({ ok: false })
const revoked = new Set(['invalid_auth', 'account_inactive', 'token_revoked', 'token_expired', 'not_authed', 'not_allowed_token_type'])
const busy = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'team_added_to_org'])

/** What to do about Slack's most frequent errors. */
const advice = new Map(
  Object.entries({
    channel_not_found: 'Slack knows no such channel, or the app is not in it. Invite the app there, or give another channel’s id.',
    not_in_channel: 'The app is not in that channel. Invite it there: /invite @your-app.',
    is_archived: 'That channel is archived. Choose another.',
    missing_scope: 'The token lacks a scope. The app needs chat:write, and connections:write on its app-level token.',
    restricted_action: 'A setting of your Slack workspace does not let the app post there.',
    user_is_bot: 'That is a bot. Give the id of a channel or of a person.',
  }),
)

export function createSlack({ SLACK_API_URL }: Pick<Config, 'SLACK_API_URL'>): Slack {
  async function call(method: string, token: string, input: object = {}): Promise<z.output<typeof Answer>> {
    const response = await fetchSlack(`${SLACK_API_URL}/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(input),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    }).catch((error: unknown) => {
      throw notReached('Slack', error)
    })
    if (response.status === 429) throw limited(response.headers.get('retry-after'))
    const read = Answer.safeParse(await jsonOf(response))
    const answer = read.success ? read.data : nothing
    if (answer.ok) return answer
    throw failureOf(answer.error, response)
  }
  return {
    async test(token) {
      const { team, team_id, user, url } = await call('auth.test', token)
      return { team, team_id, bot: user, url }
    },
    async socketUrl(token) {
      const { url } = await call('apps.connections.open', token)
      const wanted = SLACK_API_URL.startsWith('https:') ? 'wss:' : 'ws:'
      if (URL.canParse(url) && new URL(url).protocol === wanted) return url
      throw new ProviderFailure('unavailable', 'Slack gave no address for Socket Mode. It is tried again.')
    },
    async post(token, message) {
      const { channel, ts } = await call('chat.postMessage', token, { ...message, unfurl_links: false, unfurl_media: false })
      if (!channel || !ts) throw notReached('Slack', {})
      return { channel, ts }
    },
    async update(token, message) {
      await call('chat.update', token, message)
    },
    async revoke(token) {
      await call('auth.revoke', token)
    },
  }
}

const limited = (header: string | null) =>
  new ProviderFailure('rate_limited', 'Slack takes no more messages for now. It is tried again when it does.', pauseAsked(header))

function failureOf(error: string, response: Response): ProviderFailure {
  if (error === 'ratelimited') return limited(response.headers.get('retry-after'))
  if (revoked.has(error)) return new ProviderFailure('revoked', 'Slack no longer takes this token. Save the tokens of the app again.')
  if (response.status >= 500 || busy.has(error) || !error) return notReached('Slack', {})
  const known = /^[a-z_]{1,60}$/.test(error) ? ` (${error})` : ''
  return new ProviderFailure('refused', advice.get(error) ?? `Slack refused it${known}.`)
}
