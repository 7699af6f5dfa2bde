import { readFileSync } from 'node:fs'

/** The one version of everything: the API, the MCP server and the packages. */
export const version: string = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
  .version
