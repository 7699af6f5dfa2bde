import { readFileSync } from 'node:fs'
import heldOut from '../../test/questions/held-out.json' with { type: 'json' }
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

/**
 * Fifty questions of a reviewer about sixty memories, ten of them about something that isn't there. They only judge: nothing may be fitted or chosen
 * by them.
 */
export function heldOutQuestions(): Facts {
  const questions = heldOut.questions.map(({ question, evidence }) => ({
    ...{ kind: evidence.length > 0 ? ('paraphrase' as const) : ('unanswerable' as const), language: '', question },
    evidence,
  }))
  return { memories: heldOut.memories, questions, superseded: [] }
}
