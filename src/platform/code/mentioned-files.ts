const shortestWord = 3
const maxFiles = 5
const longestExtension = 40
/** A word in more paths than this number, and more than this share of them, says nothing about any one path. */
const fewPaths = 3
const partOfPaths = 0.05

/** The words of a path or a text: `findCode.ts` has find and code. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? [])
      .map((word) => word.toLowerCase().replace(/(?<=\p{L}{3})s$/u, ''))
      .filter((word) => word.length >= shortestWord),
  )

/** Letters, digits and underscores up to whatever is none: each is read once, however long it is. */
const wordLike = /[\p{L}\p{N}_]+/gu
const isName = (word: string): boolean =>
  word.includes('_') ? /^[\p{L}\p{N}]+_./u.test(word) : /\p{L}\p{Ll}\p{Lu}/u.test(/^\p{L}+/u.exec(word)?.[0] ?? '')

/** Identifiers in a text: `findCode`, `find_code` or whatever is in backticks. */
export function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([\p{L}_$][\p{L}\p{N}_$]*)(?:\(\))?`/gu)].map(([, name = '']) => name)
  const plain = (text.match(wordLike) ?? []).filter(isName)
  return [...new Set([...quoted, ...plain])].slice(0, 50)
}

/** Paths and file names in a text, each up to the end of its extension. */
function pathsIn(text: string): Set<string> {
  const runs = (text.match(/[\p{L}\p{N}_./-]+/gu) ?? []).flatMap((run) => run.split('//'))
  return new Set(runs.map((run) => upToExtension(run.replace(/^\//, ''))).filter((path) => path !== null))
}

function upToExtension(run: string): string | null {
  for (let dot = run.lastIndexOf('.'); dot > 0; dot = run.lastIndexOf('.', dot - 1)) {
    const extension = /^\w+/.exec(run.slice(dot + 1, dot + 1 + longestExtension))?.[0]
    if (extension && run[dot - 1] !== '/') return run.slice(0, dot + 1) + extension
  }
  return null
}

/** Files that a text is probably about, with their weights: those it names, then those whose paths contain its rarer words. */
export function mentionedFiles(text: string, paths: readonly string[]): Map<string, number> {
  const asked = wordsOf(text)
  const named = pathsIn(text)
  const held = paths.map((path) => [...wordsOf(path)].filter((word) => asked.has(word)))
  const counts = new Map<string, number>()
  for (const word of held.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const maxPaths = Math.max(fewPaths, paths.length * partOfPaths)
  const weightOf = (word: string): number => {
    const count = counts.get(word) ?? 0
    return count > maxPaths ? 0 : Math.log(1 + paths.length / count)
  }
  const scored = paths.map((path, place): [string, number] => {
    const isNamed = named.has(path) || named.has(path.slice(path.lastIndexOf('/') + 1))
    const weight = (held[place] ?? []).reduce((sum, word) => sum + weightOf(word), 0)
    return [path, isNamed ? weight + 10 : weight]
  })
  const best = scored.filter(([, weight]) => weight > 0).toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return new Map(best.slice(0, maxFiles))
}
