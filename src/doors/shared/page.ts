import { html, type Html } from './html.ts'

/** No scripts at all; a form may redirect to the client it is about, and nowhere else. */
export const pagePolicy = (destination = ''): string =>
  `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${destination}; base-uri 'none'; frame-ancestors 'none'`

/** A page with a single card, without scripts. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Baton</title>
        <link rel="icon" href="/pages/icon.svg" />
        <link rel="stylesheet" href="/pages/pages.css" />
        <link rel="stylesheet" href="/pages/sign-in.css" />
      </head>
      <body class="sign-in">
        <header>
          <img src="/pages/icon.svg" alt="" />
          <span class="brand">Baton</span>
        </header>
        <main>
          <section>${content}</section>
        </main>
      </body>
    </html>`.text
}
