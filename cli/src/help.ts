import { globalOptions, type Command, type Option } from './command.ts'

const lines = (options: Readonly<Record<string, Option>>): string[] => {
  const names = Object.entries(options).map(([name, { value }]) => `  --${name}${value ? ` ${value}` : ''}`)
  const width = Math.max(...names.map((name) => name.length))
  return Object.values(options).map(({ about }, at) => `${(names[at] ?? '').padEnd(width)}  ${about}`)
}

export function helpOf({ name, usage, about, options }: Command): string {
  const own = options && Object.keys(options).length > 0 ? ['', 'Options:', ...lines(options)] : []
  const call = ['baton', name, usage, options && '[options]'].filter(Boolean).join(' ')
  return [`Usage: ${call}`, '', `${about[0]?.toUpperCase()}${about.slice(1)}.`, ...own, '', 'Everywhere:', ...lines(globalOptions)].join(
    '\n',
  )
}

export function help(commands: readonly Command[]): string {
  const calls = commands.map(({ name, usage }) => `  ${name}${usage ? ` ${usage}` : ''}`)
  const width = Math.max(...calls.map((call) => call.length))
  return [
    'Usage: baton COMMAND [options]',
    '',
    'Commands:',
    ...commands.map(({ about }, at) => `${(calls[at] ?? '').padEnd(width)}  ${about}`),
    '',
    'Everywhere:',
    ...lines(globalOptions),
    '',
    'Start with: baton login --server https://baton.example.com',
  ].join('\n')
}
