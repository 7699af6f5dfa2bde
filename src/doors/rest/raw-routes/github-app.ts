import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { appManifest } from '../../../platform/code-host/app-manifest.ts'
import { html } from '../../shared/html.ts'
import { page, pagePolicy } from '../../shared/page.ts'
import type { RawRoute } from '../../shared/raw-route.ts'

export const githubAppRoute: RawRoute = {
  method: 'GET',
  path: '/pages/github-app',
  operationId: 'openGitHubAppPage',
  area: 'administration',
  summary: 'The page with which an operator creates the GitHub App for this instance; it contains no secret',
  open: true,
  query: { account: { type: 'string' }, state: { type: 'string' } },
  answers: { 200: { description: 'The page', content: { 'text/html': { type: 'string' } } } },
}

const Query = z.object({
  /** The GitHub organization that will own the App; defaults to the person’s own account. */
  account: z
    .string()
    .max(39)
    .regex(/^[\w-]+$/)
    .optional()
    .catch(undefined),
  /** Returned along with the App’s code, so that the dashboard knows whether it asked for it. */
  state: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/)
    .optional()
    .catch(undefined),
})

/** GitHub takes a manifest through a form that a person submits. The dashboard's CSP allows no form to GitHub, so this is a separate page. */
export function mountGitHubApp(app: FastifyInstance, config: Config): void {
  const manifest = JSON.stringify(appManifest(config))
  app.get(githubAppRoute.path, (request, reply) => {
    const { account, state } = Query.parse(request.query)
    const action = new URL(account ? `/organizations/${account}/settings/apps/new` : '/settings/apps/new', config.GITHUB_URL)
    if (state) action.searchParams.set('state', state)
    const owner = account ? html`<strong>${account}</strong>` : html`your own account`
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(action.origin))
      .send(
        page(
          'Create the GitHub App',
          html`<div>
              <h1>Create the GitHub App</h1>
              <p class="lead">
                ${action.hostname} creates it for ${owner}, with the permissions and addresses this instance needs, and sends you back here.
              </p>
            </div>
            <form method="post" action="${action.href}">
              <input type="hidden" name="manifest" value="${manifest}" />
              <button type="submit" class="primary">Continue to ${action.hostname}</button>
            </form>`,
        ),
      )
  })
}
