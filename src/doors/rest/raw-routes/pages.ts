import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sendFile, staticFile } from '../static-file.ts'

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
    const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    const content = readFileSync(new URL(`../pages/${file}`, import.meta.url))
    const page = staticFile(type, () => content)
    app.get(path, (request, reply) => sendFile(request, reply.header('cache-control', 'no-cache'), page))
  }
}
