import { commands } from './commands.ts'
import { exitCodes, toCliError, usageError } from './errors.ts'
import { help, helpOf } from './help.ts'
import { sendKept } from './outbox.ts'
import { useProxyOfEnvironment } from './network.ts'
import { parse, type Parsed } from './parse.ts'
import { Output, printable } from './terminal/output.ts'
import { oldestNode, version } from './version.ts'

/** Returns the exit code. */
export async function runCommand(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // What follows -- belongs to the command being run.
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  const out = new Output(own.includes('--json'), env)
  let server: string | undefined
  try {
    const parsed = parse(argv, commands)
    const { command, values } = parsed
    if (values['version']) return show(out, { version }, version)
    if (values['help']) return show(out, { help: command ? helpOf(command) : help(commands) }, command ? helpOf(command) : help(commands))
    if (!command) throw usageError('No command is given.', 'Run: baton --help')
    requireWorkingMachine(command.name, env)
    server = text(parsed, 'server') ?? (env['BATON_URL'] || undefined)
    const run = {
      args: parsed.args,
      env,
      out,
      server: text(parsed, 'server'),
      organization: text(parsed, 'organization'),
      flag: (name: string) => values[name] === true,
      text: (name: string) => text(parsed, name),
      texts: (name: string) => [values[name] ?? []].flat().map(String),
    }
    const code = (await command.run(run)) ?? exitCodes.done
    if (command.online) await sendKept(run)
    return code
  } catch (error) {
    const { message, code, next, exit } = toCliError(error, server)
    if (out.json) process.stderr.write(`${JSON.stringify({ error: { code, message, next } })}\n`)
    else process.stderr.write(`${out.style('red', 'Error:')} ${printable(message)}\n${printable(next)}\n`)
    return exit
  }
}

function show(out: Output, data: unknown, words: string): number {
  out.result(data, words)
  return exitCodes.done
}

function text({ values }: Parsed, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

function requireWorkingMachine(command: string, env: NodeJS.ProcessEnv): void {
  try {
    requireNode()
    useProxyOfEnvironment(env)
  } catch (error) {
    // doctor exists to report what is wrong, including this.
    if (command !== 'doctor') throw error
  }
}

function requireNode(): void {
  if (Number.parseInt(process.versions.node) >= oldestNode) return
  throw usageError(
    `baton needs Node ${oldestNode} or later; this is ${process.versions.node}.`,
    'Update Node (https://nodejs.org), then run it again.',
  )
}
