import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The uid that the tests use as the agent's; only root can run commands under it. */
export const agentUser = '65534'
export const isRoot = process.getuid?.() === 0

/** A real checkout with one commit. */
export class Checkout {
  readonly folder = mkdtempSync(join(tmpdir(), 'baton-checkout-'))

  constructor() {
    this.git('init', '-q')
    this.write('index.js', 'console.log(12)\n')
    this.write('.gitignore', 'dist\n')
    this.commit()
  }

  git(...args: string[]): string {
    const env = {
      ...process.env,
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    }
    const options = ['-c', 'safe.directory=*', '-c', 'protocol.file.allow=always', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...options, ...args], {
      cwd: this.folder,
      env: { ...env, GIT_CONFIG_GLOBAL: '/dev/null' },
      encoding: 'utf8',
    }).trim()
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
  }

  commit(): string {
    this.git('add', '-A')
    this.git('commit', '-qm', 'A step')
    return this.head
  }

  get head(): string {
    return this.git('rev-parse', 'HEAD')
  }

  /** Makes the agent's user the owner of the checkout. */
  handOver(): void {
    if (isRoot) execFileSync('chown', ['-R', `${agentUser}:${agentUser}`, this.folder])
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
