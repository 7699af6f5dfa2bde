import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { authenticateSession } from '../../capabilities/identity/login/authenticate.ts'
import { OidcRecords } from '../../capabilities/identity/oauth-server/records.ts'
import type { InputOf, OperationName, Operations, OutputOf } from '../../capabilities/operations.ts'
import { isPresent } from '../../kernel/authorize.ts'
import { nobody, type Principal } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { authenticateRest } from '../shared/authenticate.ts'
import { deviceTokenOf } from '../shared/device-cookie.ts'
import type { Limits } from '../shared/limits.ts'
import { forPeople } from '../shared/next-step.ts'
import { pagePolicy } from '../shared/page.ts'
import { sendProblem } from '../shared/problem.ts'
import { consentPage, errorPage, loginPage, secondFactorPage, type Way } from './pages.ts'
import { redirectPlace } from './redirects.ts'
import { paths } from './routes.ts'

type Details = Awaited<ReturnType<Provider['interactionDetails']>>
type Form = Record<string, string>
type LoggedIn = OutputOf<'login' | 'proveSecondFactor'>

export interface InteractionOptions {
  kernel: Kernel
  operations: Operations
  limits: Limits
  provider(): Promise<Provider>
}

const usedClientSeconds = 365 * 86_400

/** Login and consent: server-rendered pages whose forms require the interaction's own cookie and our own origin. */
export function mountInteractions(app: FastifyInstance, { kernel, operations, limits, provider: library }: InteractionOptions): void {
  const origin = new URL(kernel.services.config.APP_URL).origin
  const run = <Name extends OperationName>(name: Name, principal: Principal, input: InputOf<Name>, request: FastifyRequest) =>
    execute(kernel, operations.get(name), principal, input, {
      door: 'rest',
      address: request.client,
      device: request.headers['user-agent']?.slice(0, 200),
      deviceToken: deviceTokenOf(request),
    })

  async function detailsOf(request: FastifyRequest, reply: FastifyReply): Promise<Details> {
    limits.requireAnonymous(request.client)
    if (request.method === 'POST' && request.headers.origin !== undefined && request.headers.origin !== origin) {
      throw new Refusal('forbidden', 'This form was sent from another site.')
    }
    const provider = await library()
    const details = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    if (details?.uid === (request.params as { uid: string }).uid) return details
    throw new Refusal('not_found', 'This page has expired, or was opened in another browser.')
  }

  /** The principal of the person who has logged in within this interaction. */
  async function personOf(details: Details, organization?: string): Promise<Principal> {
    const session = submissionOf(details).baton_session
    const user = details.session?.accountId
    if (!session || !user) throw new Refusal('unauthenticated', 'This login has ended.')
    const { token } = kernel.services.accessTokens.sign({ user, session, kind: 'interactive' }, kernel.clock.now())
    return authenticateSession(kernel, token, organization)
  }

  async function clientOf(details: Details): Promise<{ id: string; name: string; host: string; source: string }> {
    const { client_id, redirect_uri } = details.params as { client_id: string; redirect_uri: string }
    const client = await (await library()).Client.find(client_id)
    const place = redirectPlace(redirect_uri)
    const name = client?.clientName
      ?.replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 120)
    return { id: client_id, name: name || place.host, ...place }
  }

  /** Login methods that need a script are on the dashboard, which brings its login back here. */
  async function waysOf(details: Details, request: FastifyRequest): Promise<Way[]> {
    if (!app.showsPage) return []
    const { providers } = await run('listProviders', nobody, {}, request)
    const login = (way?: string) => `/auth/login?${new URLSearchParams({ back: `/auth/client/${details.uid}`, ...(way && { way }) })}`
    return [
      ...providers.map(({ provider, name }) => ({ title: `Continue with ${name}`, href: login(provider) })),
      { title: 'Use a passkey, a mailed code or link', href: login() },
    ]
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
      execute(kernel, operations.get('me'), person, {}, { door: 'rest' }),
      execute(kernel, operations.get('listOrganizations'), person, { limit: 100 }, { door: 'rest' }),
    ])
    const consent = { client: client.name, host: client.host, user: me.email, scopes: askedScopes(details), organizations: items }
    return show(reply, client.source, consentPage(actionOf(details), consent, wrong))
  }

  async function loggedIn(answer: LoggedIn, details: Details, reply: FastifyReply, request: FastifyRequest): Promise<FastifyReply | void> {
    if ('user' in answer) {
      return finish(request, reply, { login: { accountId: answer.user.id, remember: false }, baton_session: answer.session_id })
    }
    const client = await clientOf(details)
    return show(reply, client.source, secondFactorPage(actionOf(details), client.name, answer.second_factor.token))
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, result: Record<string, unknown>): Promise<void> {
    const provider = await library()
    reply.hijack()
    await provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: !('error' in result) })
  }

  /** Ends a login that was made only for this consent; the dashboard's own login continues. */
  async function endLogin(details: Details, person: Principal, request: FastifyRequest): Promise<void> {
    if (!submissionOf(details).baton_session_stays) await run('logout', person, {}, request)
  }

  app.get(`${paths.interaction}/:uid`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    if (details.prompt.name === 'consent') return showConsent(details, reply)
    const client = await clientOf(details)
    const hint = details.params['login_hint']
    const email = typeof hint === 'string' ? hint : ''
    return show(reply, client.source, loginPage(actionOf(details), client.name, email, await waysOf(details, request)))
  })

  app.post(`${paths.interaction}/:uid/login`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    const { email = '', password = '' } = request.body as Form
    const answer = await run('login', nobody, { email, password }, request).catch(toRefusal)
    if (!(answer instanceof Refusal)) return loggedIn(answer, details, reply, request)
    const client = await clientOf(details)
    return show(
      reply,
      client.source,
      loginPage(actionOf(details), client.name, email, await waysOf(details, request), forPeople(answer.message)),
    )
  })

  // Continues with an existing login to the dashboard, which sends its token; no other site has that token.
  app.post(`${paths.interaction}/:uid/session`, async (request, reply) => {
    try {
      await detailsOf(request, reply)
      const person = await authenticateRest(kernel, request.headers.authorization, undefined)
      if (!person.user) throw new Refusal('unauthenticated', 'Log in first.')
      if (!isPresent(person, kernel.clock.now())) {
        throw new Refusal('needs_person', 'This needs a login of the last ten minutes. Log in again and repeat it.')
      }
      const provider = await library()
      const login = { accountId: person.user, remember: false }
      const result = { login, baton_session: person.credential.id, baton_session_stays: true }
      return { location: await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: true }) }
    } catch (error) {
      return sendProblem(reply, error)
    }
  })

  app.post(`${paths.interaction}/:uid/second-factor`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    const { token = '', code = '' } = request.body as Form
    const proof = /^\d{6}$/.test(code.trim()) ? { totp: code.trim() } : { recovery_code: code.trim() }
    const answer = await run('proveSecondFactor', nobody, { token, ...proof }, request).catch(toRefusal)
    if (!(answer instanceof Refusal)) return loggedIn(answer, details, reply, request)
    const client = await clientOf(details)
    return show(reply, client.source, secondFactorPage(actionOf(details), client.name, token, forPeople(answer.message)))
  })

  app.post(`${paths.interaction}/:uid/consent`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    const client = await clientOf(details)
    const person = await personOf(details, (request.body as Form)['organization'])
    const scopes = askedScopes(details)
    const [resource = ''] = Object.keys(missingOf(details).missingResourceScopes ?? {})
    const input = { client_id: client.id, client_name: client.name, redirect_host: client.host, resource, scopes }
    const approved = await run('approveOauthClient', person, input, request)
    const provider = await library()
    const grant = Object.assign(new provider.Grant({ accountId: person.user ?? '', clientId: client.id }), { jti: approved.id })
    for (const [indicator, asked] of Object.entries(missingOf(details).missingResourceScopes ?? {})) {
      grant.addResourceScope(indicator, asked.join(' '))
    }
    grant.addOIDCScope((missingOf(details).missingOIDCScope ?? []).join(' '))
    await grant.save()
    await new OidcRecords(kernel, 'Client').keep(client.id, usedClientSeconds)
    await endLogin(details, person, request)
    return finish(request, reply, { consent: { grantId: approved.id } })
  })

  app.post(`${paths.interaction}/:uid/deny`, async (request, reply) => {
    const details = await detailsOf(request, reply)
    if (details.session?.accountId) await endLogin(details, await personOf(details), request)
    return finish(request, reply, { error: 'access_denied', error_description: 'The person has refused.' })
  })

  app.setErrorHandler((error, _request, reply) => {
    const refusal = toRefusal(error)
    return show(reply.code(refusal.status), '', errorPage(forPeople(refusal.message)))
  })
}

interface Missing {
  missingResourceScopes?: Record<string, string[]>
  missingOIDCScope?: string[]
}

interface Submission {
  baton_session?: string
  baton_session_stays?: boolean
}

const submissionOf = (details: Details): Submission => (details.lastSubmission ?? {}) as Submission
const missingOf = (details: Details): Missing => details.prompt.details as Missing
const askedScopes = (details: Details): string[] => [...new Set(Object.values(missingOf(details).missingResourceScopes ?? {}).flat())]
