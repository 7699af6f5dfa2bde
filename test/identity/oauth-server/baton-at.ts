import { createServer } from 'node:net'
import { startBaton, type Baton } from '../../harness/baton.ts'

/** A port that was free a moment ago: OAuth must know its own address before the server listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A Baton whose APP_URL is the address it really listens on. */
export async function startBatonAtItsAddress(overrides: Record<string, string> = {}): Promise<Baton> {
  const port = String(await freePort())
  return startBaton({ PORT: port, APP_URL: `http://127.0.0.1:${port}`, ...overrides })
}
