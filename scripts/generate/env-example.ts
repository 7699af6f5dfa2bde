import type { z } from 'zod'
import { variables } from '../../src/platform/config.ts'

/** .env.example: every variable with what it is for; one that has no default and must be set is empty. */
export function renderEnvExample(): string {
  const entries = Object.entries(variables).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const value = fallback.success && fallback.data !== undefined ? String(fallback.data) : ''
    const line = fallback.success ? `#${name}=${value}` : `${name}=`
    return `# ${describe(schema)}${fallback.success ? '' : ' (required)'}\n${line}`
  })
  return `# Generated from src/platform/config.ts by: npm run generate
# Copy to .env and fill in what is required; a commented line shows the default.

${entries.join('\n\n')}
`
}

function describe(schema: z.ZodType): string {
  if (!schema.description) throw new Error('every variable needs a description')
  return schema.description
}
