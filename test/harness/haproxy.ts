import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../scripts/debian-13.sh', import.meta.url))

/** Starts HAProxy with these settings; whoever starts it waits for what is behind it. */
export function startHaproxy(settings: string): { stop(): void } {
  // Downloads it first, so that waits don't include the download.
  execFileSync(program, ['haproxy', '-v'], { stdio: 'ignore' })
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settings)
  const child = spawn(program, ['haproxy', '-f', file], { stdio: 'ignore' })
  return {
    stop() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
