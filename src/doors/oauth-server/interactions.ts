import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { authenticateSession } from '../../capabilities/login/authenticate.ts'
import { OidcRecords } from '../../capabilities/oauth-server/records.ts'
import { nobody, type Principal } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Limits } from '../rest/limits.ts'
import { consentPage, errorPage, loginPage, pagePolicy, secondFactorPage } from './pages.ts'
import { paths } from './provider.ts'
import { redirectPlace } from './redirects.ts'

type Details = Awaited<ReturnType<Provider['interactionDetails']>>
type Form = Record<string, string>

export interface InteractionOptions {
  kernel: Kernel
  operations: ReadonlyMap<string, Operation>
  limits: Limits
  provider: Provider
}

const usedClientSeconds = 365 * 86_400

/** Login and consent: server-rendered pages whose forms need the interaction's own cookie and come from our own origin. */
export function mountInteractions(app: FastifyInstance, { kernel, operations, limits, provider }: InteractionOptions): void {
  const origin = new URL(kernel.services.config.APP_URL).origin
  const operation = (name: string): Operation => {
    const found = operations.get(name)
    if (!found) throw new Error(`the OAuth server needs the operation ${name}`)
    return found
  }
  const run = (name: string, principal: Principal, input: unknown, request: FastifyRequest): Promise<unknown> =>
    execute(kernel, operation(name), principal, input, {
      door: 'rest',
      address: request.client,
      device: request.headers['user-agent']?.slice(0, 200),
    })

  async function detailsOf(request: FastifyRequest, reply: FastifyReply): Promise<Details> {
    limits.requireAnonymous(request.client)
    if (request.method === 'POST' && request.headers.origin !== undefined && request.headers.origin !== origin) {
      throw new Refusal('forbidden', 'This form was sent from another site.')
    }
    const details = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    if (details?.uid === (request.params as { uid: string }).uid) return details
    throw new Refusal('not_found', 'This page has expired, or was opened in another browser.')
  }

  /** The login of this interaction, as the person it belongs to. */
  async function personOf(details: Details, organization?: string): Promise<Principal> {
    const session = (details.lastSubmission as { baton_session?: string } | undefined)?.baton_session
    const user = details.session?.accountId
    if (!session || !user) throw new Refusal('unauthenticated', 'This login has ended.')
    const { token } = await kernel.services.accessTokens.sign({ user, session, kind: 'interactive' }, kernel.clock.now())
    return authenticateSession(kernel, token, organization)
  }

  async function clientOf(details: Details): Promise<{ id: string; name: string; host: string; source: string }> {
    const { client_id, redirect_uri } = details.params as { client_id: string; redirect_uri: string }
    const client = await provider.Client.find(client_id)
    const place = redirectPlace(redirect_uri)
    const name = client?.clientName
      ?.replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 120)
    return { id: client_id, name: name || place.host, ...place }
  }

  const actionOf = (details: Details): string => `${paths.interaction}/${details.uid}`

  // Without a referrer at all, browsers would send our own forms with the Origin `null`.
  const show = (reply: FastifyReply, source: string, page: string): FastifyReply =>
    reply
      .headers({ 'content-security-policy': pagePolicy(source), 'referrer-policy': 'same-origin' })
      .type('text/html; charset=utf-8')
      .send(page)

  async function showConsent(details: Details, reply: FastifyReply, wrong?: string): Promise<FastifyReply> {
    const client = await clientOf(details)
    const person = await personOf(details)
    const [me, { items }] = await Promise.all([
      execute(kernel, operation('me'), person, {}, { door: 'rest' }) as Promise<{ email: string }>,
      execute(kernel, operation('listOrganizations'), person, { limit: 100 }, { door: 'rest' }) as Promise<{
        items: { id: string; name: string; role: string }[]
      }>,
    ])
    const consent = { client: client.name, host: client.host, user: me.email, scopes: askedScopes(details), organizations: items }
    return show(reply, client.source, consentPage(actionOf(details), consent, wrong))
  }

  async function loggedIn(answer: unknown, details: Details, reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply | void> {
    const { user, session_id, second_factor } = answer as {
      user?: { id: string }
      session_id?: string
      second_factor?: { token: string }
    }
    if (user && session_id) {
      return finish(request, reply, { login: { accountId: user.id, remember: false }, baton_session: session_id })
    }
    const client = await clientOf(details)
    return show(reply, client.source, secondFactorPage(actionOf(details), client.name, second_factor?.token ?? ''))
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, result: Record<string, unknown>): Promise<void> {
    reply.hijack()
    await provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: !('error' in result) })
  }

  app.get(`${paths.interaction}/:uid`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    if (details.prompt.name === 'consent') return showConsent(details, reply)
    const client = await clientOf(details)
    const hint = details.params['login_hint']
    return show(reply, client.source, loginPage(actionOf(details), client.name, typeof hint === 'string' ? hint : ''))
  })

  app.post(`${paths.interaction}/:uid/login`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    const { email = '', password = '' } = request.body as Form
    const answer = await run('login', nobody, { email, password }, request).catch(toRefusal)
    if (!(answer instanceof Refusal)) return loggedIn(answer, details, reply, request)
    const client = await clientOf(details)
    return show(reply, client.source, loginPage(actionOf(details), client.name, email, answer.message))
  })

  app.post(`${paths.interaction}/:uid/second-factor`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    const { token = '', code = '' } = request.body as Form
    const proof = /^\d{6}$/.test(code.trim()) ? { totp: code.trim() } : { recovery_code: code.trim() }
    const answer = await run('proveSecondFactor', nobody, { token, ...proof }, request).catch(toRefusal)
    if (!(answer instanceof Refusal)) return loggedIn(answer, details, reply, request)
    const client = await clientOf(details)
    return show(reply, client.source, secondFactorPage(actionOf(details), client.name, token, answer.message))
  })

  app.post(`${paths.interaction}/:uid/consent`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    const client = await clientOf(details)
    const person = await personOf(details, (request.body as Form)['organization'])
    const scopes = askedScopes(details)
    const [resource = ''] = Object.keys(missingOf(details).missingResourceScopes ?? {})
    const input = { client_id: client.id, client_name: client.name, redirect_host: client.host, resource, scopes }
    const approved = (await run('approveOauthClient', person, input, request)) as { id: string }
    const grant = Object.assign(new provider.Grant({ accountId: person.user ?? '', clientId: client.id }), { jti: approved.id })
    for (const [indicator, asked] of Object.entries(missingOf(details).missingResourceScopes ?? {})) {
      grant.addResourceScope(indicator, asked.join(' '))
    }
    grant.addOIDCScope((missingOf(details).missingOIDCScope ?? []).join(' '))
    await grant.save()
    await new OidcRecords(kernel, 'Client').keep(client.id, usedClientSeconds)
    // The login served to ask this one question.
    await run('logout', person, {}, request)
    return finish(request, reply, { consent: { grantId: approved.id } })
  })

  app.post(`${paths.interaction}/:uid/deny`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    if (details.session?.accountId) await run('logout', await personOf(details), {}, request)
    return finish(request, reply, { error: 'access_denied', error_description: 'The person has refused.' })
  })

  app.setErrorHandler((error, _request, reply) => {
    const refusal = toRefusal(error)
    return show(reply.code(refusal.status), '', errorPage(refusal.message))
  })
}

interface Missing {
  missingResourceScopes?: Record<string, string[]>
  missingOIDCScope?: string[]
}

const missingOf = (details: Details): Missing => details.prompt.details as Missing
const askedScopes = (details: Details): string[] => [...new Set(Object.values(missingOf(details).missingResourceScopes ?? {}).flat())]
