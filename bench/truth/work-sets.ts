import { readFileSync } from 'node:fs'
import type { Facts } from './facts.ts'

const rows = (file: string): string[][] =>
  readFileSync(new URL(`../../test/questions/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

/** The repository's own questions about one product, everything it knows stored as memories. */
export function ownQuestions(): Facts {
  const memories = rows('knowledge.tsv').map(([id = '', , title = '', text = '']) => ({
    id,
    text: [title, text].filter(Boolean).join('\n'),
  }))
  const questions = rows('questions.tsv').map(([, question = '', answer]) => ({
    ...{ kind: answer ? ('paraphrase' as const) : ('unanswerable' as const), language: '', question },
    evidence: answer ? [answer] : [],
  }))
  return { memories, questions, superseded: [] }
}
