import type { KoaContextWithOIDC } from 'oidc-provider'
import { html, type Html } from '../shared/html.ts'
import { page } from '../shared/page.ts'
import { describeScopes } from './scopes.ts'

const problem = (text: string | undefined): Html => (text ? html`<p class="status bad" role="alert">${text}</p>` : html``)

const deny = (action: string): Html => html`<form method="post" action="${action}/deny"><button class="quiet">Cancel</button></form>`

/** A login method that the dashboard offers and a page without scripts can't. */
export interface Way {
  title: string
  href: string
}

export function loginPage(action: string, client: string, email: string, ways: readonly Way[], wrong?: string): string {
  return page(
    'Log in',
    html`<div>
        <h1>Log in</h1>
        <p class="lead"><strong>${client}</strong> wants to connect to your Baton account. Log in to decide.</p>
      </div>
      <form method="post" action="${action}/login">
        ${problem(wrong)}
        <div class="field">
          <label for="email">Email</label>
          <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}" />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200" />
        </div>
        <button type="submit" class="primary">Log in</button>
      </form>
      ${
        ways.length > 0 &&
        html`<p class="or" aria-hidden="true">or</p>
          <div class="ways">${ways.map(({ title, href }) => html`<a class="way" href="${href}">${title}</a>`)}</div>`
      }
      ${deny(action)}`,
  )
}

export function secondFactorPage(action: string, client: string, token: string, wrong?: string): string {
  return page(
    'Second factor',
    html`<div>
        <h1>One more step</h1>
        <p class="lead">
          Enter the code of your authenticator app, or one of your recovery codes, to connect <strong>${client}</strong>. If your second
          factor is a passkey, go back and log in with it.
        </p>
      </div>
      <form method="post" action="${action}/second-factor">
        ${problem(wrong)}
        <input type="hidden" name="token" value="${token}" />
        <div class="field">
          <label for="code">Code</label>
          <input id="code" name="code" autocomplete="one-time-code" inputmode="text" required maxlength="40" />
        </div>
        <button type="submit" class="primary">Continue</button>
      </form>
      ${deny(action)}`,
  )
}

export interface Consent {
  client: string
  host: string
  user: string
  scopes: readonly string[]
  organizations: readonly { id: string; name: string; role: string }[]
}

export function consentPage(action: string, consent: Consent, wrong?: string): string {
  return page(
    'Allow access',
    html`<div>
        <h1>Allow ${consent.client} to act for you?</h1>
        <p class="lead">It chose its name itself. Allow it only if you have just started to connect it.</p>
      </div>
      <dl class="facts">
        <div>
          <dt>Application</dt>
          <dd>${consent.client}</dd>
        </div>
        <div>
          <dt>You return to</dt>
          <dd>${consent.host}</dd>
        </div>
        <div>
          <dt>Logged in as</dt>
          <dd>${consent.user}</dd>
        </div>
      </dl>
      <form method="post" action="${action}/consent">
        ${problem(wrong)}
        <fieldset>
          <legend>In which organization?</legend>
          ${consent.organizations.map(
            ({ id, name, role }, place) =>
              html`<label class="choice"
                ><input type="radio" name="organization" value="${id}" required ${place === 0 && html`checked`} /><span>${name}</span
                ><span class="hint">${role}</span></label
              >`,
          )}
        </fieldset>
        <div>
          <h2>It may</h2>
          <dl class="scopes">
            ${describeScopes(consent.scopes).map(
              ({ level, things }) =>
                html`<div>
                  <dt>${level}</dt>
                  <dd>${things.map(({ scope, name }) => html`<span title="${scope}">${name}</span> `)}</dd>
                </div>`,
            )}
          </dl>
        </div>
        <button type="submit" class="primary">Allow</button>
      </form>
      ${deny(action)}`,
  )
}

export const errorPage = (text: string): string =>
  page(
    'This did not work',
    html`<h1>This did not work</h1>
      <p class="status bad" role="alert">${text}</p>
      <p>Go back to the application and start to connect again.</p>`,
  )

export function showError(ctx: KoaContextWithOIDC, text: string): void {
  ctx.type = 'html'
  ctx.body = errorPage(text)
}
