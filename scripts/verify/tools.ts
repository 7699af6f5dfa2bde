import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Outcome {
  failed: boolean
  stdout: string
  stderr: string
}

export function run(command: string, args: readonly string[]): Outcome {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  if (error) throw error
  return { failed: status !== 0, stdout, stderr }
}

const problems = ({ failed, stdout, stderr }: Outcome): string => (failed ? `${stdout}${stderr}`.trim() || 'ended with an error' : '')

/** Runs a tool of node_modules; if it fails, its output is the problem. */
export const runTool = (name: string, ...args: string[]): string => problems(run(`${root}node_modules/.bin/${name}`, args))

/** Runs several at once and returns the output of those that failed. One checker each is half the work of the default four. */
export const runTools = async (commands: readonly (readonly string[])[]): Promise<string> =>
  (await Promise.all(commands.map(runBeside))).filter(Boolean).join('\n')

const runBeside = ([name = '', ...args]: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const settings = { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 } as const
    execFile(`${root}node_modules/.bin/${name}`, args, settings, (error, stdout, stderr) =>
      resolve(problems({ failed: error !== null, stdout, stderr })),
    )
  })

export const runNode = (...args: string[]): string => problems(run(process.execPath, args))
