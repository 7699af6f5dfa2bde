import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The programs people use, at the versions that were tested. They are too large, and some not free enough, to be dependencies. */
const versions = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@openai/codex': '0.166.0',
  '@google/gemini-cli': '0.61.0',
  'opencode-ai': '1.18.33',
  '@github/copilot': '1.0.102',
  '@qwen-code/qwen-code': '0.24.4',
  '@continuedev/cli': '1.5.47',
  '@agentclientprotocol/claude-agent-acp': '0.99.1',
  '@zed-industries/codex-acp': '0.16.0',
} as const
export type Package = keyof typeof versions

const cache = join(process.env['XDG_CACHE_HOME'] || '/var/tmp', `baton-clients-${process.getuid?.()}`)
const npm = promisify(execFile)
/** Only ends a download that hangs: these are hundreds of megabytes, and the line and the machine may be slow. */
export const patience = 900_000
const under = new Map<Package, Promise<string>>()

/** The folder whose node_modules holds the program; downloaded once per machine. Throws if the download fails. */
export function install(name: Package): Promise<string> {
  const known = under.get(name) ?? fetched(name)
  under.set(name, known)
  return known
}

const folderOf = (name: Package): string => join(cache, `${name.replace('/', '+')}@${versions[name]}`)

export const isInstalled = (name: Package): boolean => existsSync(folderOf(name))

async function fetched(name: Package): Promise<string> {
  const folder = folderOf(name)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  // Installed next to its final place first: an interrupted download never looks complete, and of two at once either may win.
  const draft = mkdtempSync(`${folder}.`)
  try {
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error']
    await npm('npm', ['install', '--prefix', draft, '--engine-strict=false', ...quiet, `${name}@${versions[name]}`], { timeout: patience })
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}
