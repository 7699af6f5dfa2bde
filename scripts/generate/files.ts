import { readFileSync } from 'node:fs'
import { operations } from '../../src/capabilities/operations.ts'
import { openApi } from '../../src/doors/rest/openapi.ts'
import { rawRoutes } from '../../src/doors/rest/server.ts'
import { version } from '../../src/platform/version.ts'
import { admin } from '../../test/harness/databases.ts'
import { prepareServers } from '../../test/harness/servers.ts'
import { renderAffected } from './affected.ts'
import { renderClientRoutes } from './client-routes.ts'
import { renderDatabaseTypes } from './database-types.ts'
import { renderEnvExample } from './env-example.ts'
import { renderEventTypes, withEventDocs } from './event-docs.ts'
import { loadEventKinds } from './event-kinds.ts'
import { renderMcpTools } from './mcp-tools.ts'
import { formatted } from './formatted.ts'
import type { Output, Registry } from './outputs.ts'
import { withScaleTables } from '../scale/tables.ts'
import { withRecordDocs } from './record-docs.ts'
import { renderSchema } from './schema.ts'
import { renderTokenReach } from './token-reach.ts'

/** Both come from one migrated database, which is created on first use. */
let read: Promise<{ types: string; schema: string }> | null = null
const fromDatabase = () => (read ??= readDatabase())

async function readDatabase(): Promise<{ types: string; schema: string }> {
  const { servers, drop } = await prepareServers()
  const url = new URL(servers.adminUrl)
  url.pathname = `/${servers.template}`
  try {
    return { types: await admin(servers, renderDatabaseTypes, servers.template), schema: renderSchema(url.href) }
  } finally {
    await drop()
  }
}

/** The expected text of each file that is generated from the registry, the settings or the schema. */
export const generated: Record<Exclude<Output, Registry>, () => string | Promise<string>> = {
  'openapi.json': () => `${JSON.stringify(openApi({ operations, rawRoutes, version }), null, 2)}\n`,
  'mcp-tools.json': () => renderMcpTools(operations),
  '.env.example': renderEnvExample,
  'client/src/routes.ts': () => formatted('client/src/routes.ts', renderClientRoutes(operations, 'routes')),
  'client/src/more-routes.ts': () => formatted('client/src/more-routes.ts', renderClientRoutes(operations, 'moreRoutes')),
  'client/src/affected.ts': async () => formatted('client/src/affected.ts', renderAffected(operations, await loadEventKinds())),
  'client/src/token-reach.ts': () => formatted('client/src/token-reach.ts', renderTokenReach(operations)),
  'src/capabilities/event-types.ts': async () => formatted('src/capabilities/event-types.ts', renderEventTypes(await loadEventKinds())),
  'src/platform/database-types.ts': async () => formatted('src/platform/database-types.ts', (await fromDatabase()).types),
  'database/schema.sql': async () => (await fromDatabase()).schema,
  'docs/scale.md': () => withScaleTables(readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')),
  'docs/webhooks.md': async () =>
    withEventDocs(readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8'), await loadEventKinds()),
  'docs/sync.md': () => withRecordDocs(readFileSync(new URL('../../docs/sync.md', import.meta.url), 'utf8')),
}
