/** Tables, images, HTML and footnotes, which the editor would drop. */
const beyond = /^\s*\|.*\|\s*$|!\[|<\/?[a-z][^>\n]*>|\[\^/im
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/

export const needsSource = (text: string): boolean =>
  text
    .split(code)
    .filter((_, at) => at % 2 === 0)
    .some((words) => beyond.test(words))

/** Removes needless escapes: they make the source hard to read, and every agent reads the source. */
export function tidy(markdown: string): string {
  return markdown
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : plain(part)))
    .join('')
    .trim()
}

function plain(text: string): string {
  return text
    .replaceAll(/\\?\[\\?\[([^[\]\n\\]{1,300})\\?\]\\?\]/g, '[[$1]]')
    .replace(/\[([^\]\n]+)\]\((\S+?)\)/g, (link, name: string, to: string) => (name.replace(/\\(.)/g, '$1') === to ? to : link))
    .replace(/(?<=\w)\\_(?=\w)/g, '_')
    .replace(/(?<=\s)\\\*(?=\s)/g, '*')
    .replace(/\\\[([^\]\n\\]*)\\\](?![([:])/g, '[$1]')
    .replace(/&lt;(?![a-z/!?])/gi, '<')
    .replace(/(?<=\S.*)&gt;/g, '>')
    .replace(/&amp;(?!#?\w+;)/g, '&')
    .replace(/^(?:&nbsp;|\u00a0)$/gm, '')
    .replace(/^([ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)(?:([-+*>]|#{1,6})|(\d+)([.)]))(?=[ \t])/gm, asText)
}

/** Escapes text in a list item that Markdown would take for a list marker. A real nested list is on lines of its own. */
const asText = (_: string, head: string, mark?: string, digits?: string, dot?: string): string =>
  mark ? `${head}\\${mark}` : `${head}${digits}\\${dot}`
