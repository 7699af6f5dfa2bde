interface Heading {
  level: number
  title: string
}

/** The headings of a markdown text in order, without lines that only look like one inside code. */
export function headingsOf(text: string): Heading[] {
  const found: Heading[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && !fence) fence = mark
    else if (mark?.startsWith(fence) && fence) fence = ''
    else if (!fence) {
      const [, signs, title] = /^ {0,3}(#{1,3})\s+(.+?)\s*#*\s*$/.exec(line) ?? []
      if (signs && title) found.push({ level: signs.length, title: title.replaceAll(/[*_`[\]]/g, '') })
    }
  }
  return found
}

/** The text without a first heading that repeats the title, which the page already shows above. */
export function withoutTitle(text: string, title: string): string {
  const [, said, rest = ''] = /^\s*#\s+(.+?)\s*#*\s*(?:\n([\s\S]*))?$/.exec(text) ?? []
  const plain = (words: string) =>
    words
      .replaceAll(/[*_`[\]]/g, '')
      .trim()
      .toLowerCase()
  return said !== undefined && plain(said) === plain(title) ? rest : text
}
