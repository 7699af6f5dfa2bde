/** An agent that carries out the lines of its prompt. */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const [, , given = '-', config = ''] = process.argv
const prompt = given === '-' ? await text(process.stdin) : given

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.com', '-c', 'commit.gpgsign=false', ...args])

const verbs: Record<string, (rest: string) => Promise<unknown> | unknown> = {
  say: (words) => console.log(words),
  flood: (bytes) => process.stdout.write(`${'x'.repeat(99)}\n`.repeat(Number(bytes) / 100)),
  write: (rest) => writeFileSync(rest.split(' ')[0] ?? '', rest.split(' ').slice(1).join(' ')),
  branch: (name) => git('checkout', '-qb', name),
  commit: (message) => void (git('add', '-A'), git('commit', '-qm', message)),
  /** Appends a line to a file outside the worktree, which shows how often it ran. */
  note: (rest) => appendFileSync(rest.split(' ')[0] ?? '', `${rest.split(' ').slice(1).join(' ')}\n`),
  config: () =>
    console.log(JSON.stringify({ mode: statSync(config).mode & 0o777, argv: process.argv.slice(2), env: process.env, cwd: process.cwd() })),
  leak: () => console.log(readFileSync(config, 'utf8')),
  pause: (milliseconds) => pause(Number(milliseconds)),
  exit: (code) => process.exit(Number(code)),
  /** Ignores SIGTERM, and has a child in its process group and one that has left it. */
  hang: async (file) => {
    process.on('SIGTERM', () => {})
    const near = spawn('sleep', ['600'], { stdio: 'ignore' })
    const far = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
    writeFileSync(file, `${process.pid} ${near.pid} ${far.pid}`)
    await pause(600_000)
  },
}

for (const line of prompt.split('\n').filter(Boolean)) {
  const [verb = '', ...rest] = line.split(' ')
  await verbs[verb]?.(rest.join(' '))
}
