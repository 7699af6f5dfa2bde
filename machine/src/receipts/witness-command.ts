import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants } from 'node:os'
import type { ReceiptBody } from '../../../src/platform/receipt.ts'
import type { Identity } from './system-users.ts'

export type Witnessed = Pick<ReceiptBody, 'exit_code' | 'output_sha256' | 'output_bytes' | 'started_at' | 'ended_at'>

interface Options {
  argv: readonly string[]
  folder: string
  env: NodeJS.ProcessEnv
  as: Identity | null
  /** Called with everything the command writes, in the order in which it is hashed. */
  hear(data: Buffer, stream: 'stdout' | 'stderr'): void
  now(): Date
}

/** Ways to run and observe a command; all of them record the same facts. */
export type Witness = (options: Options) => Promise<Witnessed>

/** Runs a command without a shell and hashes its output. */
export const witnessCommand: Witness = ({ argv, folder, env, as, hear, now }) => {
  const [program = '', ...args] = argv
  const started_at = now().toISOString()
  const hash = createHash('sha256')
  let output_bytes = 0
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: as ? envFor(env, as) : env,
      stdio: ['inherit', 'pipe', 'pipe'],
      ...(as && { uid: as.id, gid: as.group }),
    })
    const take = (stream: 'stdout' | 'stderr') => (data: Buffer) => {
      hash.update(data)
      output_bytes += data.length
      hear(data, stream)
    }
    child.stdout.on('data', take('stdout'))
    child.stderr.on('data', take('stderr'))
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    for (const signal of signals) process.on(signal, pass)
    const rest = () => {
      for (const signal of signals) process.off(signal, pass)
    }
    child.on('error', (error) => {
      rest()
      reject(new Error(`${program} cannot be run: ${error.message}`))
    })
    child.on('close', (code, signal) => {
      rest()
      const exit_code = code ?? 128 + (signal ? constants.signals[signal] : 0)
      resolve({ exit_code, output_sha256: hash.digest('hex'), output_bytes, started_at, ended_at: now().toISOString() })
    })
  })
}

/** The environment for another user, without our own credentials and home. */
function envFor(env: NodeJS.ProcessEnv, { name, home }: Identity): NodeJS.ProcessEnv {
  const { BATON_API_KEY: _, BATON_MACHINE_HOME: __, XDG_CONFIG_HOME: ___, XDG_STATE_HOME: ____, ...rest } = env
  return { ...rest, USER: name, LOGNAME: name, HOME: home }
}
