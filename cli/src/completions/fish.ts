import { globalOptions, type Command, type Option } from '../command.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", '’')}'`

const option = (condition: string, [name, { value, about, choices }]: [string, Option]): string => {
  const takes = value ? ` -x${choices ? ` -a ${quoted(choices.join(' '))}` : ''}` : ''
  return `complete -c baton${condition} -l ${name}${takes} -d ${quoted(about)}`
}

export function fish(commands: readonly Command[]): string {
  const none = " -n '__fish_use_subcommand'"
  return [
    '# Completion of baton for fish: baton completions fish | source',
    'complete -c baton -f',
    ...Object.entries(globalOptions).map((one) => option('', one)),
    ...commands.flatMap(({ name, about, options = {}, choices }) => {
      const here = ` -n '__fish_seen_subcommand_from ${name}'`
      return [
        `complete -c baton${none} -a ${name} -d ${quoted(about)}`,
        ...Object.entries(options).map((one) => option(here, one)),
        ...(choices ? [`complete -c baton${here} -a ${quoted(choices.join(' '))}`] : []),
        ...(name === 'import' ? [`complete -c baton${here} -F`] : []),
      ]
    }),
  ].join('\n')
}
