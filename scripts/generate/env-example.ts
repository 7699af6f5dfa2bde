import type { z } from 'zod'
import { variables } from '../../src/platform/config.ts'

/** Variables that only compose.yaml reads. */
const forCompose = `# Only for compose.yaml: password of PostgreSQL's superuser, openssl rand -hex 32 (required there)
#POSTGRES_PASSWORD=

# Only for compose.yaml: the address of this machine that the server is published at; 0.0.0.0 for every one
#PUBLISH=127.0.0.1

# Only for compose.yaml: ports of this machine for its PostgreSQL and Valkey
#POSTGRES_PORT=5432
#REDIS_PORT=6379
`

/** .env.example: every variable with its description; a required variable without a default is left empty. */
export function renderEnvExample(): string {
  const entries = Object.entries(variables).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const value = fallback.success && fallback.data !== undefined ? String(fallback.data) : ''
    const line = fallback.success ? `#${name}=${value}` : `${name}=`
    return `# ${describe(schema)}${fallback.success ? '' : ' (required)'}\n${line}`
  })
  return `# Generated from src/platform/config.ts by: npm run generate
# Copy to .env and fill in what is required; a commented line shows the default, and an empty value counts as unset.
# A name that ends in _FILE, such as SECRET_KEY_FILE=/run/secrets/key, reads the value from that file.
# compose.yaml brings its own PostgreSQL and Valkey: there DATABASE_URL and REDIS_URL may stay empty.

${entries.join('\n\n')}

${forCompose}`
}

function describe(schema: z.ZodType): string {
  if (!schema.description) throw new Error('every variable needs a description')
  return schema.description
}
