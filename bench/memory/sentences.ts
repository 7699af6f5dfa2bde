import { seeded } from './seeded.ts'
import { questions, statements, words } from './words.ts'

export interface Sentences {
  /** Grouped by the part of the software they are about. */
  stored: string[]
  asked: string[]
}

/** Distinct sentences about software work with a skewed word frequency, and questions built from other templates. */
export function makeSentences(stored: number, asked: number): Sentences {
  const random = seeded(20_261_115)
  const number = (max: number) => Math.floor(random() * max) + 1
  const often = <T>(values: readonly T[]): T => values[Math.floor(values.length * random() ** 2)] as T
  const say = (template: string, part: string): string => {
    let first = true
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
      if (slot === 'small') return String(number(9))
      if (slot === 'number') return String(number(400))
      if (slot === 'code') return String(400 + number(9000))
      if (slot !== 'part') return often(words[slot as keyof typeof words])
      if (!first) return often(words.part)
      first = false
      return part
    })
    return filled.charAt(0).toUpperCase() + filled.slice(1)
  }
  const different = (count: number, templates: readonly string[]): Map<string, string> => {
    const made = new Map<string, string>()
    while (made.size < count) {
      const part = often(words.part)
      made.set(say(templates[number(templates.length) - 1] as string, part), part)
    }
    return made
  }
  const place = (part: string) => words.part.indexOf(part)
  const together = [...different(stored, statements)].toSorted(([, a], [, b]) => place(a) - place(b))
  return { stored: together.map(([sentence]) => sentence), asked: [...different(asked, questions).keys()] }
}
