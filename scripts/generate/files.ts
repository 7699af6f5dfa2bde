import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { operations } from '../../src/capabilities/operations.ts'
import { openApi } from '../../src/doors/rest/openapi.ts'
import { apiVersion } from '../../src/doors/rest/raw-routes/reference.ts'
import { admin } from '../../test/databases.ts'
import { prepareServers } from '../../test/servers.ts'
import { renderClientRoutes } from './client-routes.ts'
import { renderDatabaseTypes } from './database-types.ts'
import { renderEnvExample } from './env-example.ts'
import { renderMcpTools } from './mcp-tools.ts'
import type { Output } from './outputs.ts'
import { renderTokenReach } from './token-reach.ts'

const root = new URL('../../', import.meta.url)

const formatted = (path: string, text: string): string =>
  execFileSync(fileURLToPath(new URL('node_modules/.bin/oxfmt', root)), ['--stdin-filepath', path], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })

async function databaseTypes(): Promise<string> {
  const { servers, drop } = await prepareServers()
  try {
    return await admin(servers, renderDatabaseTypes, servers.template)
  } finally {
    await drop()
  }
}

/** The text each generated file should have now. */
export const generated: Record<Output, () => string | Promise<string>> = {
  'openapi.json': () => `${JSON.stringify(openApi(operations, apiVersion), null, 2)}\n`,
  'mcp-tools.json': () => renderMcpTools(operations),
  '.env.example': renderEnvExample,
  'client/src/routes.ts': () => formatted('client/src/routes.ts', renderClientRoutes(operations)),
  'client/src/token-reach.ts': () => formatted('client/src/token-reach.ts', renderTokenReach(operations)),
  'src/platform/database-types.ts': async () => formatted('src/platform/database-types.ts', await databaseTypes()),
}
