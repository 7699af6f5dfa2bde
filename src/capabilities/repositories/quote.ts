/** Text of people in a file that assistants obey: without hidden characters or markup, and recognisable as a quotation. */
const shown = (text: string): string =>
  text
    .replace(/[^\P{C}\n]+/gu, '')
    .replaceAll('<', '&lt;')
    .replace(/[`#]/g, (sign) => `\\${sign}`)

export function oneLine(text: string, most: number): string {
  const line = shown(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .trim()
  return `“${line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line}”`
}

export function quote(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
  return shown(cut)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}
