import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const npm = promisify(execFile)
const atMost = 170_000

const sources = ['cli/package.json', 'cli/vite.config.ts', ...globSync('{cli,client}/src/**/*.ts', { cwd: root }).toSorted()]
const digest = createHash('sha256')
for (const file of sources) digest.update(readFileSync(join(root, file)))

/** The processes of one test run share the packed program: same parent process, same sources. */
const shared = join(tmpdir(), `baton-cli-${process.ppid}-${digest.digest('hex').slice(0, 12)}`)
const done = join(shared, 'done')

/** The program as people get it: packed with npm and installed into a separate folder, without the repository around it. */
export async function installPacked(): Promise<string> {
  if (isFirst()) {
    await pack()
    writeFileSync(done, '')
  }
  for (const until = Date.now() + atMost; !existsSync(done); await setTimeout(100)) {
    if (Date.now() > until)
      throw new Error(`whoever packs the command line into ${shared} has not finished; remove that folder if nobody does`)
  }
  return join(shared, 'elsewhere/node_modules/.bin/baton')
}

function isFirst(): boolean {
  try {
    mkdirSync(shared)
    return true
  } catch {
    return false
  }
}

async function pack(): Promise<void> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, NODE_ENV: 'production' }
  await npm('npm', ['pack', '--workspace', 'cli', '--pack-destination', shared], { cwd: root, env, timeout: atMost })
  const [file = ''] = readdirSync(shared).filter((name) => name.endsWith('.tgz'))
  const folder = join(shared, 'elsewhere')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  // Offline works because the package has no dependencies to fetch.
  await npm('npm', ['install', '--offline', '--no-audit', '--no-fund', join(shared, file)], { cwd: folder, env, timeout: atMost })
}

export const newHome = (): string => mkdtempSync(join(tmpdir(), 'baton-cli-home-'))
