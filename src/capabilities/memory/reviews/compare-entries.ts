/** From this similarity on, two memories are about the same thing; whether they say the same is decided by their words. */
export const nearEnough = 0.8

const negations = new Set(
  'not no never none nobody nothing cannot without dont doesnt didnt isnt arent wasnt werent wont cant stop stopped'.split(' '),
)
const opposites =
  'on off|enabled disabled|enable disable|always never|allow forbid|allowed forbidden|before after|more less|true false|yes no|like dislike|likes dislikes|love hate|loves hates|increase decrease|open closed|required optional|must may|keep drop|accept reject|accepted rejected'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string])

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[\p{L}\p{N}][\p{L}\p{N}._:/-]*/gu)
    ?.map((word) => inDigits(word.replace(/(?<![._:/-])[._:/-]+$/, ''))) ?? []
const isValue = (word: string): boolean => /\d/.test(word)
/** Numbers written as words, from two on; articles that mean one are left as they are. */
const spelledOut = [
  'two three four five six seven eight nine ten eleven twelve',
  'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'deux trois quatre cinq six sept huit neuf dix onze douze',
].map((names) => names.split(' '))
const inDigits = (word: string): string => {
  const number = Math.max(...spelledOut.map((names) => names.indexOf(word)))
  return number < 0 ? (word === 'one' ? '1' : word) : String(number + 2)
}

/**
 * How two memories of similar meaning relate. They contradict each other if one negates the other, names its opposite, or gives a
 * different number; they are duplicates if they share nearly all words or their meaning is almost identical.
 */
export function compareEntries(one: string, other: string, cosine: number): 'duplicate' | 'contradiction' | null {
  if (cosine < nearEnough) return null
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const shared = [...a].filter((word) => b.has(word)).length / Math.max(1, Math.min(a.size, b.size))
  if (shared >= 0.5 && (denies(a) !== denies(b) || opposed(a, b) || otherValues(a, b))) return 'contradiction'
  return cosine >= 0.92 || shared >= 0.85 ? 'duplicate' : null
}

const denies = (words: ReadonlySet<string>): boolean => [...words].some((word) => negations.has(word))

const opposed = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  opposites.some(([x, y]) => (a.has(x) && !a.has(y) && b.has(y) && !b.has(x)) || (a.has(y) && !a.has(x) && b.has(x) && !b.has(y)))

/** Both contain numbers, and each has one that the other lacks. */
function otherValues(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const only = (from: ReadonlySet<string>, not: ReadonlySet<string>) => [...from].some((word) => isValue(word) && !not.has(word))
  return only(a, b) && only(b, a)
}
