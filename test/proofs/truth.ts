import { measure, seedOfCommit } from '../../bench/truth/measure.ts'
import { scoreOf } from '../../bench/truth/score.ts'
import { setsToReport } from '../../bench/truth/sets.ts'
import type { Baton } from '../harness/baton.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  /** How many sets of facts are made up, and how many facts each has. */
  sets: number
  facts: number
  /** The first seed; without one it is that of the commit. */
  seed?: number
  /** The share of sure hits that may be wrong, and the error of the probability of first hits. Of few questions one more decides. */
  wrong: number
  calibration: number
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Made-up facts of this seed, asked for in words that nothing was fitted to, and a reviewer's questions that nothing was fitted to either. */
export const proof = {
  name: 'truth',
  claim: 'nothing stored is called unknown, and what search is sure of is right',
  short: { sets: 1, facts: 60, seed: 1, wrong: 0.1, calibration: 0.2 } as Size,
  full: { sets: 5, facts: 240, wrong: 0.04, calibration: 0.06 } as Size,
  inputs: ['src/**', 'database/**', 'bench/truth/**', 'test/questions/held-out.json'],

  async run(baton: Baton, { sets, facts, seed = seedOfCommit(), wrong, calibration }: Size): Promise<Figures> {
    const seeds = Array.from({ length: sets }, (_, at) => seed + at)
    const answers = await measure(baton, setsToReport(seeds, { facts }))
    const made = scoreOf(answers.filter(({ set }) => set === 'generated'))
    const reviewed = answers.filter(({ set, question }) => set === 'held out' && question.evidence.length > 0)
    const figures = {
      ...{ seed, questions: made.questions, first: rounded(made.first), ten: rounded(made.ten), empty: made.empty },
      ...{ superseded: made.superseded, sure: made.sure, wrong: rounded(made.wrong), told: rounded(made.told) },
      ...{ nothing_sure: rounded(made.nothingSure), calibration: rounded(made.calibration) },
      ...{ held_out: reviewed.length, held_out_empty: scoreOf(reviewed).empty },
      held_out_ten: reviewed.filter(({ hits }) => hits.some(({ right }) => right)).length,
    }
    return claimed<Figures>(figures, {
      is: { empty: 0, superseded: 0, held_out: 40, held_out_empty: 0 },
      most: { wrong, calibration },
      least: { nothing_sure: 0.9, told: 0.3, held_out_ten: 38 },
    })
  },
}
