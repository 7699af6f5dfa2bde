/** One command of a shell line, and whether it reads what the command before it prints. */
interface SimpleCommand {
  words: string[]
  piped: boolean
}

const spaces = /[ \t]+/y
const separator = /&&|\|\||;(?!;)|\|(?!&)|\n/y
/** What discards a stream or joins two writes no file. */
const harmless = /(?:[12]?> ?\/dev\/null|2>&1)(?=[\s;|&]|$)/y
const single = /'([^']*)'/y
const double = /"((?:[^"\\$`]|\\["\\$`])*)"/y
const bare = /[\w./:=,@%+*?[\]{}^~-][\w./:=,@%+*?[\]{}^~#-]*/y
/** How clients pass longer texts, such as a commit message: with a quoted delimiter, the shell takes every line literally. */
const textBegins = /"\$\(cat <<'(\w+)'\n/y

/**
 * The commands of a shell line, or null if it holds anything whose effect its words don't tell: substitutions, variables, redirections
 * into files, background jobs, groups, escapes, comments.
 */
function commandsIn(line: string): SimpleCommand[] | null {
  const commands: SimpleCommand[] = []
  let words: string[] = []
  let word: string | null = null
  let piped = false
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(line)
    if (found) at = pattern.lastIndex
    return found
  }
  const endWord = () => {
    if (word !== null) words.push(word)
    word = null
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0) commands.push({ words, piped })
    words = []
  }
  while (at < line.length) {
    if (word === null && take(harmless)) continue
    const between = take(separator)
    if (between) {
      endCommand()
      piped = between[0] === '|'
      continue
    }
    if (take(spaces)) {
      endWord()
      continue
    }
    const text = take(textBegins)
    if (text) {
      const after = afterText(line, at, text[1] ?? '')
      if (after === null) return null
      at = after
      word = `${word ?? ''}…`
      continue
    }
    const part = take(single) ?? take(double) ?? take(bare)
    if (!part) return null
    word = (word ?? '') + (part[1] ?? part[0])
  }
  endCommand()
  return commands
}

/** The place after `EOF\n)"`, if nothing but the end of the substitution follows the text's first line that is its delimiter. */
function afterText(line: string, from: number, delimiter: string): number | null {
  for (let at = from; at < line.length;) {
    const end = line.indexOf('\n', at)
    if (end < 0) return null
    if (line.slice(at, end) === delimiter) {
      const closes = /\s*\)"/y
      closes.lastIndex = end
      return closes.test(line) ? closes.lastIndex : null
    }
    at = end + 1
  }
  return null
}

/** Only shortens what the command before it prints: its arguments are options and numbers, never a file. */
const shortens = ({ words: [program, ...rest], piped }: SimpleCommand): boolean =>
  piped && (program === 'head' || program === 'tail') && rest.every((one) => /^(?:-\w*|\d+)$/.test(one))

/** Whether every command of the line begins with the words of one that is allowed, or changes to a folder that is. */
export function isCommandAllowed(line: string, allowed: readonly string[], isInside: (folder: string) => boolean): boolean {
  const commands = commandsIn(line)
  if (commands === null || commands.length === 0) return false
  return commands.every((command) => {
    const { words } = command
    const [program, folder = '', ...more] = words
    if (program === 'cd') return more.length === 0 && /^[\w./@][\w./@-]*$/.test(folder) && isInside(folder)
    return shortens(command) || allowed.some((one) => one.split(' ').every((word, place) => words[place] === word))
  })
}

/** The shell line in what an agent says it is about to run: a text, or the arguments of a shell; null for anything else. */
export function shellLine(command: unknown): string | null {
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || command.length !== 3) return null
  const [program, option, line] = command as unknown[]
  const isShell = typeof program === 'string' && /^(?:(?:\/usr)?\/bin\/)?(?:ba|z)?sh$/.test(program)
  return isShell && (option === '-c' || option === '-lc') && typeof line === 'string' ? line : null
}
