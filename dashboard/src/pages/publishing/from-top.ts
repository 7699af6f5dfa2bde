const fence = /(```[\s\S]*?(?:```|$))/
const marks = /^#{1,6}(?=\s)/gm

/** Headings of a text that begin deeper than the first level, raised to it: below the title of the page none is left out. */
export function fromTop(markdown: string): string {
  const parts = markdown.split(fence)
  const depths = parts.flatMap((part, at) => (at % 2 === 0 ? [...part.matchAll(marks)].map(([found]) => found.length) : []))
  const deeper = depths.length > 0 ? Math.min(...depths) - 1 : 0
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll(marks, (found) => found.slice(deeper)) : part)).join('')
}
