import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sendFile, staticFile } from '../static-file.ts'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  js: 'text/javascript; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** What the pages that the server itself writes need (the reference, login and consent of applications), and what makes the dashboard an application. */
const pages = {
  '/pages/pages.css': 'pages.css',
  '/pages/reference.css': 'reference.css',
  '/pages/sign-in.css': 'sign-in.css',
  '/pages/public.css': 'public.css',
  '/pages/icon.svg': 'icon.svg',
  '/pages/push-worker.js': 'push-worker.js',
  '/pages/manifest.webmanifest': 'manifest.webmanifest',
  '/favicon.ico': 'icon.svg',
}

export function mountPages(app: FastifyInstance): void {
  for (const [path, file] of Object.entries(pages)) {
    const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    const content = readFileSync(new URL(`../pages/${file}`, import.meta.url))
    const page = staticFile(type, () => content)
    // The worker shows messages for every page, not only for those beside it.
    const headers = { 'cache-control': 'no-cache', ...(file.endsWith('.js') && { 'service-worker-allowed': '/' }) }
    app.get(path, (request, reply) => sendFile(request, reply.headers(headers), page))
  }
}
