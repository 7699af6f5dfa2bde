import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sendFile, staticFile } from '../static-file.ts'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  js: 'text/javascript; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** Assets of the server-rendered pages (the reference, login and consent of applications), and of the dashboard as an installable app. */
const pages = {
  '/pages/pages.css': 'pages.css',
  '/pages/reference.css': 'reference.css',
  '/pages/sign-in.css': 'sign-in.css',
  '/pages/public.css': 'public.css',
  '/pages/icon.svg': 'icon.svg',
  '/pages/icon-192.png': 'icon-192.png',
  '/pages/icon-512.png': 'icon-512.png',
  '/pages/icon-maskable.png': 'icon-maskable.png',
  '/pages/worker.js': 'worker.js',
  // Browsers that registered it under its earlier name check for updates there.
  '/pages/push-worker.js': 'worker.js',
  '/pages/manifest.webmanifest': 'manifest.webmanifest',
  '/favicon.ico': 'icon.svg',
}

export const pageRoutes = Object.keys(pages)

/** The service worker's scope is every page, not only those below its own path, and it may fetch only from this origin. */
const worker = { 'service-worker-allowed': '/', 'content-security-policy': "default-src 'none'; connect-src 'self'" }

export function mountPages(app: FastifyInstance): void {
  for (const [path, file] of Object.entries(pages)) {
    const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    const content = readFileSync(new URL(`../pages/${file}`, import.meta.url))
    const page = staticFile(type, () => content)
    const headers = { 'cache-control': 'no-cache', ...(file.endsWith('.js') && worker) }
    app.get(path, (request, reply) => sendFile(request, reply.headers(headers), page))
  }
}
