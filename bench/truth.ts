/**
 * Whether search knows what it knows: `npm run bench:truth -- [--seed N] [--seeds N] [--forms DIR]`. Facts are made up from the seed, by default of the
 * commit; `--forms` also measures forms that are not in the repository, and how far both are apart. `--fit` fits the grades of this model to what is
 * marked to fit, and writes them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startBaton } from '../test/harness/baton.ts'
import { prepareServers } from '../test/harness/servers.ts'
import type { Answer } from './truth/ask.ts'
import { fitWeights, sureFrom } from './truth/fit.ts'
import { measure, seedOfCommit } from './truth/measure.ts'
import { probabilityOf } from '../src/capabilities/memory/ranking/grade.ts'
import { scoreOf, type Score } from './truth/score.ts'
import { setsToFit, setsToReport } from './truth/sets.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '5' },
    forms: { type: 'string' },
    fit: { type: 'boolean', default: false },
  },
})
const from = values.seed === undefined ? seedOfCommit() : Number(values.seed)
const fittingSeeds = [11, 12, 13, 14]
const seeds = values.fit ? fittingSeeds : Array.from({ length: Number(values.seeds) }, (_, at) => from + at)
const sets = values.fit ? setsToFit(seeds) : setsToReport(seeds, { folder: values.forms })

const { servers, drop } = await prepareServers()
const baton = await startBaton({}, undefined, servers)
try {
  const answers = await measure(baton, sets)
  if (values.fit) fit(answers)
  report(answers)
} finally {
  await baton.close()
  await drop()
}

function fit(answers: readonly Answer[]): void {
  const file = new URL('../src/capabilities/memory/ranking/grades.json', import.meta.url)
  const before = JSON.parse(readFileSync(file, 'utf8'))
  const meaning = fitWeights(answers)
  // The weights of before graded these hits; what they would be called now depends on the new ones.
  for (const { hits } of answers) for (const hit of hits) hit.probability = probabilityOf(hit.evidence, meaning)
  // Several of our own memories say the same, and a question names one of them: there a sure hit can be called wrong that is not.
  const sure = sureFrom(answers.filter(({ set }) => set === 'generated'))
  const words = fitWeights(answers, ['own', 'named', 'first', 'gap'])
  const day = new Date().toISOString().slice(0, 10)
  const on = [`forms marked fit, seeds ${fittingSeeds.join(', ')}`, 'test/questions/questions.tsv']
  writeFileSync(file, `${JSON.stringify({ ...before, fitted: day, on, sure, meaning, words }, null, 2)}\n`)
  console.log(JSON.stringify({ sure, meaning, words }, null, 2))
}

function report(answers: readonly Answer[]): void {
  const columns = 'first, three, ten, empty, superseded, sure, of these wrong, told, nothing sure, nothing likely, calibration'
  console.log(`seeds ${seeds.join(', ')}\n\n| questions | of | ${columns.replaceAll(', ', ' | ')} |`)
  console.log(`|${' --- |'.repeat(13)}`)
  const of = (set: string) => answers.filter((answer) => answer.set === set)
  const generated = scoreOf(of('generated'))
  row('all', generated)
  for (const [kind, some] of Map.groupBy(of('generated'), ({ question }) => question.kind)) row(kind, scoreOf(some))
  const rows = { private: 'private forms', own: 'own questions', 'held out': 'held-out questions' }
  for (const [set, name] of Object.entries(rows)) if (of(set).length > 0) row(name, scoreOf(of(set)))
  if (of('private').length > 0) gap(generated, scoreOf(of('private')))
}

function row(name: string, { questions, empty, superseded, sure, ...shares }: Score): void {
  const { first, three, ten, wrong, told, nothingSure, nothingLikely, calibration } = shares
  const text = (value: number) => value.toFixed(3)
  const cells = [name, questions, text(first), text(three), text(ten), empty, superseded, sure, text(wrong), text(told)]
  console.log(`| ${[...cells, text(nothingSure), text(nothingLikely), text(calibration)].join(' | ')} |`)
}

/** Public forms that do better than private ones by more than this were tuned to. */
const tunedFrom = 0.05

function gap(open: Score, hidden: Score): void {
  const names = ['first', 'three', 'ten', 'told', 'nothingSure', 'wrong', 'calibration'] as const
  const better = names.map((name) => [name, (open[name] - hidden[name]) * (name === 'wrong' || name === 'calibration' ? -1 : 1)] as const)
  const tuned = better.filter(([, by]) => by > tunedFrom).map(([name]) => name)
  console.log(`\nPublic forms are better than private ones by: ${better.map(([name, by]) => `${name} ${by.toFixed(3)}`).join(', ')}`)
  console.log(tuned.length > 0 ? `Tuned to public forms: ${tuned.join(', ')}` : `Nothing is better by more than ${tunedFrom}.`)
}
process.exit(0)
