import type { Output } from './output.ts'
import type { Supervised } from './supervise.ts'

/** Drives a program that gets its instructions in its arguments or on standard input, and collects its output until it ends. */
export function driveCommand(agent: Supervised, stdin: string | undefined, output: Output): void {
  agent.stdout.on('data', (data: Buffer) => output.data('stdout', data))
  agent.stderr.on('data', (data: Buffer) => output.data('stderr', data))
  agent.stdin.end(stdin ?? '')
}
