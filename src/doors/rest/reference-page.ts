import type { Operation } from '../../kernel/operation.ts'
import { html, type Html } from '../shared/html.ts'
import { renderOperation } from './reference-operation.ts'

/** The web API reference for people, generated from the registry alone: a new operation appears in it without further code. */
export function renderReference(operations: ReadonlyMap<string, Operation>): string {
  const shown = [...operations.values()].filter(({ contract }) => contract.http?.length)
  const areas = [...Map.groupBy(shown, areaOf)].toSorted(([one], [other]) => one.localeCompare(other))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Baton web API</title>
        <link rel="icon" href="/pages/icon.svg" />
        <link rel="stylesheet" href="/pages/pages.css" />
        <link rel="stylesheet" href="/pages/reference.css" />
      </head>
      <body class="reference">
        <a class="skip" href="#content">Skip to the operations</a>
        <nav aria-label="Operations">
          <p class="brand">Baton <span>web API</span></p>
          ${areas.map(([area, members]) => renderLinks(area, members))}
        </nav>
        <main id="content">
          <header>
            <h1>Baton web API</h1>
            <p>
              ${shown.length} operations. For programs, <a href="/api/openapi.json">openapi.json</a> has these and the routes that are not
              operations, such as streams.
            </p>
            ${introduction}
          </header>
          ${areas.map(
            ([area, members]) =>
              html`<section aria-labelledby="area-${area}">
                <h2 id="area-${area}">${titled(area)}</h2>
                ${members.map(renderOperation)}
              </section>`,
          )}
        </main>
      </body>
    </html> `.text
}

const introduction = html`<ul>
  <li>
    Log in at <a href="#login"><code>POST /api/auth/login</code></a> and send <code>Authorization: Bearer &lt;token&gt;</code>.
  </li>
  <li><code>Baton-Organization</code> names the organization by id or handle; without it your personal one is meant.</li>
  <li>
    <code>Idempotency-Key</code> on a write: a repeat with the same key has one effect and the same answer, for 24 hours. A person’s login:
    one effect for 90 days; after a day the repeat is refused with 409 <code>already_done</code>.
  </li>
  <li>PUT and PATCH both change only the fields named. Lists answer <code>items</code> and <code>next_cursor</code>.</li>
  <li>
    Errors are <code>application/problem+json</code>: act on <code>code</code>, read <code>detail</code>; <code>X-Request-Id</code> is for
    reports.
  </li>
</ul>`

const areaOf = ({ contract }: Operation): string => contract.http?.[0]?.path.split('/')[2] ?? ''

const titled = (area: string): string => area.charAt(0).toUpperCase() + area.slice(1).replaceAll('-', ' ')

const renderLinks = (area: string, members: Operation[]): Html =>
  html`<div class="area">
    <a href="#area-${area}">${titled(area)}</a>
    <ul>
      ${members.map(({ name, contract }) => html`<li><a href="#${name}">${contract.summary}</a></li>`)}
    </ul>
  </div>`
