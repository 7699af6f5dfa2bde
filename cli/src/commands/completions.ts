import type { Command } from '../command.ts'
import { bash } from '../completions/bash.ts'
import { fish } from '../completions/fish.ts'
import { zsh } from '../completions/zsh.ts'
import { usageError } from '../errors.ts'

const shells = { bash, zsh, fish } as const

/** Generated from the commands themselves, including this one. */
export function completionsOf(commands: () => readonly Command[]): Command {
  return {
    name: 'completions',
    usage: 'bash|zsh|fish',
    about: 'print the completion script for a shell; for bash: source <(baton completions bash)',
    arguments: [1, 1],
    choices: Object.keys(shells),
    async run({ out, args: [shell = ''] }) {
      if (!(shell in shells)) throw usageError(`There are no completions for ${shell}.`, `Use one of: ${Object.keys(shells).join(', ')}`)
      const script = shells[shell as keyof typeof shells](commands())
      out.result({ shell, script }, script)
    },
  }
}
