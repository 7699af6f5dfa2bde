import { globalOptions, type Command } from '../command.ts'

export function bash(commands: readonly Command[]): string {
  const words = (command: Command): string =>
    Object.keys({ ...command.options, ...globalOptions })
      .map((name) => `--${name}`)
      .join(' ')
  const values = (command: Command): string =>
    Object.entries(command.options ?? {})
      .filter(([, { choices }]) => choices)
      .map(([name, { choices = [] }]) => `      ${command.name}:--${name}) words='${choices.join(' ')}' ;;\n`)
      .join('')
  const takesText = [...new Set(commands.flatMap(({ options }) => Object.entries({ ...globalOptions, ...options })))]
    .filter(([, { type }]) => type === 'string')
    .map(([name]) => `*:--${name}`)
  return `# Completion of baton for bash: source <(baton completions bash)
_baton() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      ${commands.map(({ name }) => name).join('|')}) command=$word; break ;;
    esac
  done
  case $command:$previous in
${commands.map(values).join('')}      ${[...new Set(takesText)].join('|')}) COMPREPLY=(); return ;;
      *)
        case $command in
          '') words='${commands.map(({ name }) => name).join(' ')} ${Object.keys(globalOptions)
            .map((name) => `--${name}`)
            .join(' ')}' ;;
${commands.map((command) => `          ${command.name}) words='${[...(command.choices ?? []), words(command)].join(' ')}' ;;`).join('\n')}
        esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  ${commands.some(({ name }) => name === 'import') ? '[[ $command = import && $current != -* ]] && COMPREPLY+=($(compgen -f -- "$current"))' : ''}
  return 0
}
complete -F _baton baton`
}
