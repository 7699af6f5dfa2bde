import type { Output } from './output.ts'
import type { Supervised } from './supervise.ts'

/** A program that was told what to do by its arguments or by its standard input: what it writes is heard until it ends. */
export function driveCommand(agent: Supervised, stdin: string | undefined, output: Output): void {
  agent.stdout.on('data', (data: Buffer) => output.data('stdout', data))
  agent.stderr.on('data', (data: Buffer) => output.data('stderr', data))
  agent.stdin.end(stdin ?? '')
}
