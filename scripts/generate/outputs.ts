/** Every generated file of the repository; nobody edits them or reads them line by line. Of docs/sync.md, docs/webhooks.md and docs/scale.md only what is between their marks. */
export const outputs = [
  'openapi.json',
  'mcp-tools.json',
  '.env.example',
  'client/src/routes.ts',
  'client/src/more-routes.ts',
  'client/src/affected.ts',
  'client/src/token-reach.ts',
  'src/platform/database-types.ts',
  'database/schema.sql',
  'docs/sync.md',
  'docs/webhooks.md',
  'docs/scale.md',
  'src/capabilities/contracts.ts',
  'src/capabilities/operations.ts',
  'src/capabilities/operation-areas.ts',
  'src/capabilities/event-types.ts',
  'src/doors/rest/seed-routes.ts',
] as const

export type Output = (typeof outputs)[number]
/** The files from which the others are generated. */
export type Registry = Exclude<
  Extract<Output, `src/capabilities/${string}` | 'src/doors/rest/seed-routes.ts'>,
  'src/capabilities/event-types.ts'
>
