import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = 'scripts/containers.sh'

/** Copies what a clean clone has: no developer's .env, uploads or packages. */
async function cleanClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-clone-'))
  const copy = 'git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c | tar -x -C "$1"'
  await run('bash', ['-o', 'pipefail', '-c', copy, 'copy', folder])
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Minutes of output belong in the log of the run. */
function shown(...args: string[]): Promise<void> {
  const child = spawn(script, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script} ${args.join(' ')} ended with ${code}`))))
  })
}

/** A clone with the .env of the README's quick start, and the steps that the test performs on it. */
export async function prepareRoute(settings: Record<string, string>) {
  const [port, postgres, redis] = await Promise.all([freePort(), freePort(), freePort()])
  const folder = await cleanClone()
  const secret = () => randomBytes(32).toString('hex')
  const env = {
    ...{ SECRET_KEY: secret(), DATABASE_KEY: secret(), POSTGRES_PASSWORD: secret() },
    ...{ PORT: `${port}`, POSTGRES_PORT: `${postgres}`, REDIS_PORT: `${redis}`, ...settings },
  }
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, '.env'), lines.join(''))

  const podman = async (...args: string[]) => (await run(script, ['podman', ...args], { maxBuffer: 1e8 })).stdout
  const compose = async (...args: string[]) => (await run(script, ['compose', '-f', join(folder, 'compose.yaml'), ...args])).stdout
  const containerOf = async (service: string) => {
    const name = await podman('ps', '-a', '-q', '--filter', `label=com.docker.compose.service=${service}`)
    return name.trim()
  }
  const logsOf = async (container: string) => {
    const { stdout, stderr } = await run(script, ['podman', 'logs', container])
    return stdout + stderr
  }
  const inside = async (service: string, ...command: string[]) => podman('exec', await containerOf(service), ...command)
  /** Debian 12's podman-compose starts everything at once, so this waits for the conditions in compose.yaml itself. */
  async function up(): Promise<void> {
    await compose('up', '-d', 'postgres', 'redis')
    for (const service of ['postgres', 'redis']) await healthy(service)
    await compose('up', '-d')
    const init = await containerOf('init')
    const status = (await podman('wait', init)).trim()
    if (status !== '0') throw new Error(`init ended with ${status}: ${await logsOf(init)}`)
    for (const service of ['server', 'worker']) await healthy(service)
  }
  /** Runs the service's own health check until it succeeds. */
  async function healthy(service: string): Promise<void> {
    const container = await containerOf(service)
    for (let tries = 400; ; tries--) {
      const failed = await podman('healthcheck', 'run', container).then(
        () => null,
        (error: Error) => error,
      )
      if (!failed) return
      if (tries === 0) throw new Error(`${service} is not healthy: ${await podman('logs', '--tail', '30', container)}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    env,
    podman,
    inside,
    containerOf,
    compose,
    folder,
    healthy,
    async build() {
      await shown('prepare')
      // A killed run may have left something behind.
      await compose('down', '-v').catch(() => {})
      await shown('build', folder)
    },
    up,
    /** Removes the containers; volumes are kept. */
    down: () => compose('down'),
    /** Removes everything, including volumes. */
    async destroy() {
      await compose('down', '-v')
    },
    async end() {
      await compose('down', '-v').catch(() => {})
      await rm(folder, { recursive: true })
    },
  }
}
