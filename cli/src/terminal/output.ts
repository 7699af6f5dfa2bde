import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Results go to stdout, all other messages to stderr; with --json the result is JSON and nothing else is printed. */
export class Output {
  readonly json: boolean
  readonly onTerminal: boolean
  readonly #color: boolean

  constructor(json: boolean, env: NodeJS.ProcessEnv) {
    this.json = json
    this.onTerminal = Boolean(process.stderr.isTTY) && env['TERM'] !== 'dumb'
    this.#color = Boolean(process.stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  }

  style(style: Style, text: string): string {
    return this.#color ? styleText(style, text, { validateStream: false }) : text
  }

  /** The one result of a command. */
  result(data: unknown, text: string): void {
    process.stdout.write(`${this.json ? JSON.stringify(data) : text}\n`)
  }

  say(text: string): void {
    if (!this.json) process.stderr.write(`${text}\n`)
  }

  /** Aligned rows; the last column is truncated at the terminal's width. */
  table(rows: readonly (readonly string[])[]): string {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
    const limit = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY
    return rows
      .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '))
      .map((line) => (line.length > limit ? `${line.slice(0, limit - 1)}…` : line))
      .join('\n')
  }
}

/** Makes other people's text safe for a terminal: it cannot move the cursor, color what follows or change the text direction. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ')
/** The same, on one line. */
export const plain = (text: string): string => printable(text.replaceAll('\n', ' ')).trim()
