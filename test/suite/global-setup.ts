import type { TestProject } from 'vitest/node'
import type { Servers } from '../harness/databases.ts'
import { prepareServers } from '../harness/servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    servers: Servers
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { servers, drop } = await prepareServers()
  project.provide('servers', servers)
  return drop
}
