/** Markdown's own signs, where a line of it stands as text. */
const signs = /(^|\s)(?:#{1,6}|[-*+] \[[ xX]\]|[-*+]|```\w*)(?=\s|$)|\*\*|__|`+|\[\[|\]\]/g
/** In the middle of a sentence it compares. */
const quotes = /(^|[.!?:]\s)>\s/g

/** The beginning of a text as words to skim, in a list where nothing of it is set. */
export const plainWords = (text: string): string => text.replace(quotes, '$1').replace(signs, '$1').replace(/\s+/g, ' ').trim()
