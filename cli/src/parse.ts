import { parseArgs } from 'node:util'
import { globalOptions, type Command, type Option } from './command.ts'
import { usageError } from './errors.ts'

export interface Parsed {
  command: Command | undefined
  args: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
}

/** Options may come before and after the command. */
export function parse(argv: readonly string[], commands: readonly Command[]): Parsed {
  const name = commandName(argv)
  const command = commands.find((one) => one.name === name)
  if (name !== undefined && !command) throw unknownCommand(name, commands)
  const options = { ...globalOptions, ...command?.options }
  const { values, positionals } = read(argv, options, command)
  const args = command ? positionals.slice(1) : positionals
  const asked = values['help'] || values['version']
  if (command && !asked) checkArguments(command, args)
  return { command, args, values }
}

/** The first word that is neither an option nor an option's value. */
function commandName(argv: readonly string[]): string | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    if (word === '--') return argv[at + 1]
    if (!word.startsWith('-')) return word
    if (globalOptions[word.slice(2)]?.type === 'string') at++
  }
  return undefined
}

function read(argv: readonly string[], options: Record<string, Option>, command: Command | undefined) {
  try {
    const config = Object.fromEntries(
      Object.entries(options).map(([name, { type, multiple = false }]) => [
        name,
        name === 'help' ? { type, multiple, short: 'h' } : { type, multiple },
      ]),
    )
    return parseArgs({ args: [...argv], options: config, allowPositionals: true })
  } catch (error) {
    const [message = ''] = (error as Error).message.split('. ')
    throw usageError(`${message}.`, `Run: baton ${command ? `${command.name} ` : ''}--help`)
  }
}

function checkArguments({ name, usage = '', arguments: [least, most] }: Command, args: readonly string[]): void {
  if (args.length < least) throw usageError(`baton ${name} needs ${usage}.`, `Run: baton ${name} ${usage}`)
  if (args.length > most) throw usageError(`baton ${name} takes no ${JSON.stringify(args[most])}.`, `Run: baton ${name} --help`)
}

function unknownCommand(name: string, commands: readonly Command[]) {
  const near = commands.find((one) => one.name.startsWith(name.slice(0, 2)))
  return usageError(`There is no command ${JSON.stringify(name)}.`, near ? `Did you mean: baton ${near.name}` : 'Run: baton --help')
}
