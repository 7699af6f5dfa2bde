import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile, staticFile, type StaticFile } from '../static-file.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}
/** Menus and dialogs set inline styles, so those are allowed; inline scripts and other origins never are. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
const built = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url))
const forever = 'public, max-age=31536000, immutable'

/** Serves the dashboard if it was built: its files by name, and its page at every URL of its own. */
export function mountDashboard(
  app: FastifyInstance,
  folder = built,
): ((request: FastifyRequest, reply: FastifyReply) => boolean) | undefined {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return undefined
  const files = new Map(readdirSync(join(folder, 'assets')).map((name) => [name, read(join(folder, 'assets', name))]))
  const index = read(page)
  app.get('/assets/:name', (request, reply) => {
    const file = files.get((request.params as { name: string }).name)
    if (!file) return reply.callNotFound()
    return sendFile(request, reply.header('cache-control', forever), file)
  })
  // `baton-page` tells the service worker which page to cache for offline use.
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': policy, 'baton-page': 'dashboard' }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => sendFile(request, reply.code(200).headers(headers), index)
  app.get('/', sendPage)
  return (request, reply) => {
    if (!isPage(request)) return false
    void sendPage(request, reply)
    return true
  }
}

/** A browser that wants a page, and not a URL for programs: those respond with problem documents. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    Boolean(headers.accept?.includes('text/html')) &&
    !/^\/(api|mcp|oauth|files|assets|pages|\.well-known)(\/|\?|$)/.test(url)
  )
}

/** Read at startup: the files of a later build belong to a later node. */
function read(path: string): StaticFile {
  const content = readFileSync(path)
  return staticFile(types[extname(path)] ?? 'text/html; charset=utf-8', () => content)
}
