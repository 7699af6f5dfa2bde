import type { OutsideContext } from '../../../kernel/context.ts'
import { noModel } from '../../../platform/assistant/assistant.ts'
import { withoutAddresses } from '../../../platform/markdown/markdown.ts'
import { resolveCitations, type Resolved } from '../../assistant/answers/resolve-citations.ts'
import { writePrompt } from '../../assistant/answers/write-prompt.ts'
import { budgetNote, countUse } from '../../assistant/budget/assistant-use.ts'
import type { Asked as AskedVector } from '../../memory/search/question-vector.ts'
import { requireProject } from '../../projects/require-project.ts'
import { findPassages } from '../assistant/known-passages.ts'

interface Asked {
  q: string
  kinds?: readonly string[] | undefined
  project?: string | undefined
}

export interface Answered extends Pick<Resolved, 'citations' | 'dropped'> {
  answer: string | null
  answer_note: string | null
}

/** The longest that a search waits for a written answer above the results. */
const longest = 8_000
const nothing = 'Nothing that you can see answers this, so the model was not asked.'

const unanswered = (answer_note: string): Answered => ({ answer: null, answer_note, citations: [], dropped: [] })

/** A written answer to a search, from what its caller may see. Whatever goes wrong, the results themselves are shown. */
export async function answerSearch(ctx: OutsideContext, asked: Asked, embedded: AskedVector): Promise<Answered> {
  const { assistant } = ctx.services
  if (!assistant.model) return unanswered(noModel)
  const found = await ctx.transaction('read', async (inside) => ({
    overBudget: await budgetNote(inside),
    project: asked.project === undefined ? null : (await requireProject(inside, asked.project, 'read')).id,
    passages: await findPassages(inside, asked, embedded),
  }))
  if (found.overBudget) return unanswered(found.overBudget)
  if (found.passages.length === 0) return unanswered(nothing)
  const began = performance.now()
  const {
    text,
    note,
    ended: _,
    ...used
  } = await assistant.write(writePrompt(asked.q, found.passages, []), {
    signal: ctx.call.signal,
    longest,
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  await ctx.transaction('write', (inside) => countUse(inside, { ...used, seconds }, found.project))
  const { text: resolved, ...rest } = resolveCitations(text, found.passages)
  const answer = await withoutAddresses(resolved)
  return { answer: answer || null, answer_note: note, ...rest }
}
