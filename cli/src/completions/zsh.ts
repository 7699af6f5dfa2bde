import { globalOptions, type Command, type Option } from '../command.ts'

const quoted = (text: string): string => text.replaceAll("'", '’').replaceAll('[', '(').replaceAll(']', ')').replaceAll(':', '\\:')

const option = ([name, { value, about, choices, multiple }]: [string, Option]): string =>
  `'${multiple ? '*' : ''}--${name}[${quoted(about)}]${value ? `:${value}:${choices ? `(${choices.join(' ')})` : ''}` : ''}'`

export function zsh(commands: readonly Command[]): string {
  const all = Object.entries(globalOptions).map(option).join(' ')
  const own = ({ name, options = {}, choices }: Command): string => {
    const first = choices ? ` '1:${name}:(${choices.join(' ')})'` : name === 'import' ? " '1:file:_files'" : ''
    return `    ${name}) _arguments ${[...Object.entries(options).map(option), all].join(' ')}${first} ;;`
  }
  return `#compdef baton
# Completion of baton for zsh: source <(baton completions zsh)
_baton() {
  local -a commands=(
${commands.map(({ name, about }) => `    '${name}:${quoted(about)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${all}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(own).join('\n')}
  esac
}
compdef _baton baton`
}
