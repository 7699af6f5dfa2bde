import { spawn } from 'node:child_process'
import type { Identity } from './system-users.ts'

/** The system's git, run as the given user, ignoring any configuration of the checkout that could hide a file. */
export interface Git {
  (args: readonly string[], input?: Buffer): Promise<Buffer>
}

/** Settings with which a checkout's configuration could hide changes from git, forced to safe values. */
const settings = {
  'core.fsmonitor': 'false',
  'core.hooksPath': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.untrackedCache': 'false',
  'core.sparseCheckout': 'false',
  'core.fileMode': 'true',
  'core.symlinks': 'true',
}

export class GitFailed extends Error {}

export function gitIn(folder: string, env: Record<string, string>, as: Identity | null, off: readonly string[] = []): Git {
  const options = [...Object.entries(settings).map(([name, value]) => `${name}=${value}`), ...off].flatMap((one) => ['-c', one])
  return (args, input = Buffer.alloc(0)) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', [...options, ...args], {
        cwd: folder,
        env: {
          PATH: pathFor(as),
          LC_ALL: 'C',
          GIT_CONFIG_GLOBAL: '/dev/null',
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_NO_REPLACE_OBJECTS: '1',
          ...env,
        },
        ...(as && { uid: as.id, gid: as.group }),
      })
      const out: Buffer[] = []
      let said = ''
      child.stdout.on('data', (data: Buffer) => void out.push(data))
      child.stderr.on('data', (data: Buffer) => void (said = (said + data.toString()).slice(-2000)))
      // git may exit without reading its input.
      child.stdin.on('error', () => {})
      child.stdin.end(input)
      child.on('error', (error) => reject(new GitFailed(`git cannot be run: ${error.message}`)))
      child.on('close', (code) => (code === 0 ? resolve(Buffer.concat(out)) : reject(new GitFailed(`git ${args[0]}: ${said.trim()}`))))
    })
}

/** A fixed PATH for another user: an inherited one may lead to a git of that user's own. */
const pathFor = (as: Identity | null): string =>
  as ? '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' : (process.env['PATH'] ?? '/usr/bin:/bin')
