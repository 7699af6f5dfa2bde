import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Duplex, Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Identity } from '../receipts/system-users.ts'
import { supervisorSource } from './supervisor-source.ts'

/** By then everything is killed, however it handles signals. */
const stopMilliseconds = 1_900

export interface Ended {
  code: number | null
  signal: string | null
  /** Why the program could not be started. */
  error: string | null
}

export interface Supervised {
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** Resolves when the program and everything it has started is gone, and its output has been read. */
  ended: Promise<Ended>
  /** Sends SIGTERM to its process group, and SIGKILL a second later. */
  stop(): void
}

interface Options {
  argv: readonly string[]
  folder: string
  env: Record<string, string>
  as: Identity | null
  /** An environment variable by which its processes are recognized. */
  mark: string
}

/** Starts a program in its own process group, which does not outlive this process. */
export function supervise({ argv, folder, env, as, mark }: Options): Supervised {
  const child = spawn(process.execPath, ['-e', supervisorSource], {
    cwd: '/',
    env: { PATH: env['PATH'] ?? '' },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  const lifeline = child.stdio[3] as Duplex
  const said: Ended & { pid: number | null } = { code: null, signal: null, error: null, pid: null }
  let text = ''
  lifeline.on('data', (data: Buffer) => {
    const lines = (text + data.toString()).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) Object.assign(said, JSON.parse(line))
  })
  // The supervisor may have exited before anything was written to it.
  for (const stream of [lifeline, child.stdin]) stream.on('error', () => {})
  lifeline.write(`${JSON.stringify({ argv, cwd: folder, env, uid: as?.id ?? null, gid: as?.group ?? null, mark })}\n`)
  const ended = new Promise<Ended>((resolve) => {
    let late: NodeJS.Timeout | undefined
    // Only once: a later process with the same mark, such as the check of the same attempt, is not its own.
    let isOver = false
    const finish = () => {
      clearTimeout(late)
      if (isOver) return
      isOver = true
      // The supervisor may itself have been killed.
      if (said.pid !== null) endGroup(said.pid)
      endMarked(mark)
      const { code, signal, error } = said
      resolve({ code, signal, error })
    }
    child.on('error', (error) => {
      said.error ??= error.message
      finish()
    })
    child.on('close', finish)
    child.on('exit', () => void (late = setTimeout(finish, 500)))
  })
  let stopping = false
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    stop() {
      if (stopping) return
      stopping = true
      lifeline.write('{"stop":true}\n')
      const hard = setTimeout(() => {
        if (said.pid !== null) endGroup(said.pid)
        endMarked(mark)
        child.kill('SIGKILL')
      }, stopMilliseconds)
      void ended.then(() => clearTimeout(hard))
    },
  }
}

/** After a restart: ends what an earlier process's attempt has left running, and resolves once it is gone. */
export async function endLeftovers(mark: string): Promise<void> {
  // Its supervisor should end it within two seconds.
  for (let tries = 0; tries < 60 && markedBy(mark).length > 0; tries++) {
    if (tries > 45) endMarked(mark)
    await pause(50)
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

function endMarked(mark: string): void {
  for (const pid of markedBy(mark)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has exited in the meantime.
    }
  }
}

/** Finds processes by mark on systems with /proc; elsewhere only the process group is known. */
function markedBy(mark: string): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 1 && pid !== process.pid && hasMark(pid, mark))
  } catch {
    return []
  }
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)
  } catch {
    return false
  }
}
