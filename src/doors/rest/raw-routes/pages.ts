import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** What the pages that the server itself writes need: the reference, and the login and consent of applications. */
const pages = {
  '/pages/pages.css': 'pages.css',
  '/pages/reference.css': 'reference.css',
  '/pages/sign-in.css': 'sign-in.css',
  '/pages/icon.svg': 'icon.svg',
  '/favicon.ico': 'icon.svg',
}

export function mountPages(app: FastifyInstance): void {
  for (const [path, file] of Object.entries(pages)) {
    const text = readFileSync(new URL(`../pages/${file}`, import.meta.url), 'utf8')
    const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    app.get(path, (_request, reply) => reply.type(type).send(text))
  }
}
