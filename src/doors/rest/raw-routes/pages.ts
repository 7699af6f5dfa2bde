import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The few pages there are before the dashboard: plain files, no inline script, nothing from outside. */
const pages = {
  '/setup': 'setup.html',
  '/pages/setup.js': 'setup.js',
  '/pages/setup.css': 'setup.css',
  '/device': 'device.html',
  '/pages/device.js': 'device.js',
  '/pages/sign-in.css': 'sign-in.css',
  '/auth/callback': 'auth-callback.html',
  '/pages/auth-callback.js': 'auth-callback.js',
  '/magic-link': 'mailed-link.html',
  '/reset-password': 'mailed-link.html',
  '/verify-email': 'mailed-link.html',
  '/change-email': 'mailed-link.html',
  '/invite': 'mailed-link.html',
  '/unsubscribe': 'mailed-link.html',
  '/pages/mailed-link.js': 'mailed-link.js',
  '/pages/pages.css': 'pages.css',
  '/pages/icon.svg': 'icon.svg',
  '/favicon.ico': 'icon.svg',
  '/pages/reference.css': 'reference.css',
}

export function mountPages(app: FastifyInstance): void {
  for (const [path, file] of Object.entries(pages)) {
    const text = readFileSync(new URL(`../pages/${file}`, import.meta.url), 'utf8')
    const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    app.get(path, (_request, reply) => reply.header('content-security-policy', policy).type(type).send(text))
  }
}
