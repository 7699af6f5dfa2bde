import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { roleUrl } from '../src/platform/database-login.ts'
import { admin } from '../test/harness/databases.ts'
import { columnsNow, declaredStatements, refusal, serving, type Release } from '../test/rolling/statements.ts'
import { prepareServers } from '../test/harness/servers.ts'

// Run this for each release: from then until the next release, every schema must support its statements.
const { servers, drop } = await prepareServers()
const url = new URL(servers.databaseUrl)
url.pathname = `/${servers.template}`
const clients = await Promise.all(
  serving.map(async (role) => {
    const client = new pg.Client({ connectionString: roleUrl({ DATABASE_URL: url.href, DATABASE_KEY: servers.databaseKey }, role) })
    await client.connect()
    return { role, client }
  }),
)
const release: Release = { statements: [], columns: {} }
for (const text of await declaredStatements()) {
  const roles: string[] = []
  for (const { role, client } of clients) if ((await refusal(client, text)) === null) roles.push(role)
  if (roles.length > 0) release.statements.push({ text, roles })
}
const rows = await admin(servers, async (client) => (await client.query(columnsNow)).rows, servers.template)
for (const { name, column } of rows) (release.columns[name] ??= []).push(column)
await Promise.all(clients.map(({ client }) => client.end()))
await drop()
writeFileSync(fileURLToPath(new URL('../test/rolling/previous-release.json', import.meta.url)), `${JSON.stringify(release, null, 1)}\n`)
console.log(`${release.statements.length} statements, ${Object.keys(release.columns).length} tables`)
