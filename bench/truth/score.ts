import type { Answer, Hit } from './ask.ts'

export interface Score {
  questions: number
  /** The answer is first, among three, among ten. */
  first: number
  three: number
  ten: number
  /** Answerable questions without any hit. */
  empty: number
  /** Hits that are called sure, and the share of them that are wrong. */
  sure: number
  wrong: number
  /** Hits that another fact has taken the place of. */
  superseded: number
  /** Answerable questions with a sure hit that is right. */
  told: number
  /** Unanswerable questions without a sure hit, and without one that is sure or likely. */
  nothingSure: number
  nothingLikely: number
  /** How far the predicted probability of first hits is from how many are right. */
  calibration: number
}

const share = <One>(some: readonly One[], is: (one: One) => boolean): number => (some.length > 0 ? some.filter(is).length / some.length : 0)
const isSure = ({ confidence }: Hit) => confidence === 'sure'
const within = (count: number) => (answer: Answer) => answer.hits.slice(0, count).some(({ right }) => right)

export function scoreOf(answers: readonly Answer[]): Score {
  const answerable = answers.filter(({ question }) => question.evidence.length > 0)
  const unanswerable = answers.filter(({ question }) => question.evidence.length === 0)
  const sure = answers.flatMap(({ hits }) => hits.filter(isSure))
  return {
    questions: answers.length,
    first: share(answerable, within(1)),
    three: share(answerable, within(3)),
    ten: share(answerable, within(10)),
    empty: answerable.filter(({ hits }) => hits.length === 0).length,
    sure: sure.length,
    wrong: share(sure, ({ right }) => !right),
    superseded: answers.reduce((sum, { hits }) => sum + hits.filter((hit) => hit.superseded).length, 0),
    told: share(answerable, ({ hits }) => hits.some((hit) => isSure(hit) && hit.right)),
    nothingSure: share(unanswerable, ({ hits }) => !hits.some(isSure)),
    nothingLikely: share(unanswerable, ({ hits }) => hits.every(({ confidence }) => confidence === 'unsure')),
    calibration: calibrationOf(answers.flatMap(({ hits }) => hits[0] ?? [])),
  }
}

const bins = 10

/** The expected calibration error: over ten bins of equal width, predicted against observed, weighted by how many are in each. */
export function calibrationOf(hits: readonly Pick<Hit, 'probability' | 'right'>[]): number {
  const binned = Map.groupBy(hits, ({ probability }) => Math.min(bins - 1, Math.floor(probability * bins)))
  let error = 0
  for (const some of binned.values()) {
    const predicted = some.reduce((sum, { probability }) => sum + probability, 0) / some.length
    error += (some.length / hits.length) * Math.abs(predicted - share(some, ({ right }) => right))
  }
  return error
}
