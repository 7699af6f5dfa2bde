/** Every generated file of the repository; nobody edits or reads them line by line. */
export const outputs = [
  'openapi.json',
  'mcp-tools.json',
  '.env.example',
  'client/src/routes.ts',
  'client/src/token-reach.ts',
  'src/platform/database-types.ts',
] as const

export type Output = (typeof outputs)[number]
