import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Baton } from '../harness/baton.ts'

/** Compiling our sources is most of what starting a process costs, and every process of a run starts from the same ones. */
const compiled = join(tmpdir(), `baton-compiled-${process.getuid?.()}`)

const here = fileURLToPath(new URL('../..', import.meta.url))

export interface Program {
  url: string
  process: ChildProcess
  stop(): void
}

/**
 * Starts `src/main/<name>.ts` as a real process on the test's database; resolves with its first line of output. If `resolvConf` is given, it
 * replaces /etc/resolv.conf for the process; `root` is a checkout of another version.
 */
export function startProgram(
  baton: Baton,
  name: 'serve' | 'worker',
  more: Record<string, string> = {},
  resolvConf?: string,
  root = here,
): Promise<Program> {
  const { config } = baton
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: config.DATABASE_URL,
    DATABASE_KEY: config.DATABASE_KEY,
    DATABASE_POOL: '8',
    REDIS_URL: config.REDIS_URL,
    REDIS_PREFIX: config.REDIS_PREFIX,
    SECRET_KEY: config.SECRET_KEY.join(','),
    APP_URL: config.APP_URL,
    ...(config.FILES_URL && { FILES_URL: config.FILES_URL }),
    ...(config.EMBEDDINGS_MODEL_DIR && { EMBEDDINGS_MODEL_DIR: config.EMBEDDINGS_MODEL_DIR }),
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    ANONYMOUS_PER_MINUTE: '1000000',
    STREAMS_PER_USER: '1000000',
    LOG_LEVEL: 'silent',
    PORT: '0',
    NODE_COMPILE_CACHE: compiled,
    ...more,
  }
  const program = join(root, `src/main/${name}.ts`)
  const command = [process.execPath, program]
  const elsewhere = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', resolvConf ?? '']
  const [file = '', ...args] = resolvConf ? [...elsewhere, ...command] : command
  // Separate pipe for stderr: a process that outlives a failed test must not keep the test run's output open.
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.pipe(process.stderr)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
    child.stdout.once('data', (line: Buffer) => {
      const url = line.toString().match(/http:\/\/\S+/)?.[0] ?? ''
      resolve({ url, process: child, stop: () => void child.kill('SIGKILL') })
    })
  })
}
