import { spawn } from 'node:child_process'
import { maxOutput, type ActionResult } from '../../src/platform/tunnel-protocol.ts'
import type { Command } from './allow-list.ts'

/** Runs a program without a shell, in its own process group, and keeps the end of its output. */
export function runCommand(id: string, { argv, folder, timeoutSeconds }: Command): Promise<ActionResult> {
  const [program = '', ...args] = argv
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let late = false
    const keep = (data: Buffer) => void (output = (output + data.toString()).slice(-maxOutput))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const timer = setTimeout(() => {
      late = true
      if (child.pid) endGroup(child.pid)
    }, timeoutSeconds * 1000)
    const end = (exit_code: number | null, error: string | null) => {
      clearTimeout(timer)
      resolve({ id, outcome: exit_code === 0 ? 'done' : 'failed', exit_code, output, error })
    }
    child.on('error', (error) => end(null, error.message))
    child.on('close', (code, signal) =>
      end(code, late ? `It took longer than ${timeoutSeconds} seconds and was ended.` : signal ? `It was ended by ${signal}.` : null),
    )
  })
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
