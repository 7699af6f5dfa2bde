import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Corpus } from '../recall/measure-recall.ts'

/** One way to state a kind of fact, or to ask for it. `fit` forms may be fitted on, `report` forms only judge. */
export interface Form {
  kind: string
  language: string
  role: 'statement' | 'question'
  mark: 'fit' | 'report'
  text: string
}

export interface Question {
  kind: 'paraphrase' | 'across' | 'identifier' | 'typo' | 'unanswerable'
  language: string
  question: string
  /** Ids of the memories that answer; none if nothing does. */
  evidence: string[]
}

export interface Facts extends Corpus {
  questions: Question[]
  /** A memory's id, and that of the later one that supersedes it. */
  superseded: [old: string, by: string][]
}

/** The forms of the repository. */
export const publicForms = (): Form[] =>
  linesOf(new URL('forms.tsv', import.meta.url)).map((line) => {
    const [kind = '', language = '', role, mark, text = ''] = line.split('\t')
    return { kind, language, role, mark, text } as Form
  })

/** Forms that nobody who fits has seen: TSV files of kind, language, role and text. docs/memory.md has an example. */
export function privateForms(folder: string): Form[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'))
  const forms = files.flatMap((file) =>
    linesOf(join(folder, file)).map((line) => {
      const [kind, language, role, text, ...more] = line.split('\t')
      const isForm = kind && language && text && more.length === 0 && (role === 'statement' || role === 'question')
      if (!isForm) throw new Error(`${file}: not a form (kind, language, statement or question, and text, with tabs between them): ${line}`)
      const [unknown] = [...text.matchAll(/\{(.*?)\}/g)].filter(([, slot]) => !slots.includes(slot ?? ''))
      if (unknown) throw new Error(`${file}: ${unknown[0]} is no slot (${slots.join(', ')}): ${line}`)
      return { kind, language, role, mark: 'report', text } as Form
    }),
  )
  if (forms.length === 0) throw new Error(`${folder} has no forms: put a file that ends in .tsv there`)
  for (const [place, some] of Map.groupBy(forms, ({ kind, language }) => `${kind} in ${language}`))
    for (const role of ['statement', 'question'])
      if (!some.some((form) => form.role === role)) throw new Error(`${folder}: ${place} has no ${role}`)
  return forms
}

const linesOf = (file: URL | string): string[] => readFileSync(file, 'utf8').trim().split('\n')

const slots = 'npabdqcihxfvt'.split('')

/** Mulberry32: small, and the same everywhere. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const syllables = 'ka ro mi ten lo var den su pol gri na bex tor ul fen'.split(' ')
const verbs = ['load', 'fetch', 'apply', 'merge', 'close', 'assign', 'verify']
const things = ['Batch', 'Ledger', 'Window', 'Quota', 'Draft']
const cares = ['an advisory lock', 'a serializable transaction', 'the replica', 'a retry with backoff']
const causes = ['an expired certificate', 'a full disk', 'a missing index', 'a wrong time zone']
const places = ['Falkenstein', 'Stockholm', 'Dublin', 'Lyon']
const formats = ['PDF/A-3', 'XRechnung', 'OIOUBL', 'CSV']

/**
 * Facts that were made up from a seed, in an order that tells nothing, and questions in other words than the facts. Of ten facts one is superseded later,
 * of fifteen one is contradicted.
 */
export function makeFacts(forms: readonly Form[], seed: number, { facts = 240 } = {}): Facts {
  const superseded = Math.round(facts / 10)
  const contradicted = Math.round(facts / 15)
  const random = seeded(seed)
  const pick = <One>(some: readonly One[]): One => some[Math.floor(random() * some.length)] as One
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low))
  const name = () => {
    const word = pick(syllables) + pick(syllables) + (random() < 0.5 ? pick(syllables) : '')
    return word.charAt(0).toUpperCase() + word.slice(1)
  }
  const fill = () => ({
    ...{ n: name(), p: name(), a: name(), b: name(), d: between(3, 900), q: between(2000, 60_000), c: pick(cares), i: pick(causes) },
    ...{
      h: pick(places),
      x: pick(formats),
      f: `${pick(verbs)}${name()}${pick(things)}`,
      v: `${name()}_${pick(things)}_V${between(1, 9)}`.toUpperCase(),
    },
    t: `2027-0${between(1, 10)}-${between(10, 28)}`,
  })
  type Slots = ReturnType<typeof fill>
  const say = (text: string, values: Slots) => text.replace(/\{(\w)\}/g, (_, slot: keyof Slots) => String(values[slot]))
  const of = (kind: string, language: string, role: Form['role']) =>
    forms.filter((form) => form.kind === kind && form.language === language && form.role === role)
  const kinds = [...new Set(forms.map(({ kind }) => kind))]
  const made: { id: string; text: string; order: number }[] = []
  const questions: Question[] = []
  const replaced: [string, string][] = []
  for (let at = 0; at < facts; at++) {
    const kind = pick(kinds)
    const languages = [...new Set(forms.filter((form) => form.kind === kind).map(({ language }) => language))]
    const told = pick([...(languages.includes('en') ? ['en', 'en'] : []), ...languages])
    const values = fill()
    const statement = () => pick(of(kind, told, 'statement')).text
    const id = `f${at}`
    const isReplaced = at < superseded
    made.push({ id, text: say(statement(), values), order: random() })
    const isContradicted = !isReplaced && at < superseded + contradicted
    const another = { ...fill(), n: values.n, f: values.f, v: values.v }
    if (isContradicted) made.push({ id: `${id}-other`, text: say(statement(), another), order: random() })
    if (isReplaced) {
      Object.assign(values, another)
      made.push({ id: `${id}-new`, text: say(statement(), values), order: 1 })
      replaced.push([id, `${id}-new`])
    }
    if (at % 2 === 1) continue
    // Of two that contradict each other, nobody knows yet which one is right.
    const evidence = isReplaced ? [`${id}-new`] : isContradicted ? [id, `${id}-other`] : [id]
    const asked = random() < 0.25 ? pick(languages) : told
    const form = pick(of(kind, asked, 'question')).text
    const isNamed = /^\{[fv]\}$/.test(form)
    if (at % 8 === 4) {
      const other = fill()
      questions.push({
        kind: 'unanswerable',
        language: asked,
        question: say(form, { ...values, n: other.n, f: other.f, v: other.v }),
        evidence: [],
      })
      continue
    }
    const misspelt = random() > 0.93 ? slip(say(form, values)) : null
    const asks: Question['kind'] = misspelt ? 'typo' : asked !== told ? 'across' : isNamed ? 'identifier' : 'paraphrase'
    questions.push({ kind: asks, language: asked, question: misspelt ?? say(form, values), evidence })
  }
  const memories = made.toSorted((one, other) => one.order - other.order).map(({ id, text }) => ({ id, text }))
  return { memories, questions, superseded: replaced }
}

/** Two letters of a long word in each other's place. */
function slip(question: string): string | null {
  const words = question.split(' ')
  const at = words.findIndex((word) => /^[a-z]{7,}$/.test(word))
  const word = words[at]
  if (!word) return null
  words[at] = word.slice(0, 3) + word.charAt(4) + word.charAt(3) + word.slice(5)
  return words.join(' ')
}
