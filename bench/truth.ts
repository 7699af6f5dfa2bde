/**
 * Whether search knows what it knows: `npm run bench:truth -- [--seed N] [--seeds N] [--forms DIR]`. Facts are made up from the seed, by default of the
 * commit; `--forms` adds forms that are not in the repository. `--fit` fits the grades of this model to what is marked to fit, and writes them.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startBaton } from '../test/harness/baton.ts'
import { prepareServers } from '../test/harness/servers.ts'
import { askAll, storeFacts, type Answer } from './truth/ask.ts'
import { makeFacts, readForms, type Facts } from './truth/facts.ts'
import { fitWeights, sureFrom } from './truth/fit.ts'
import { probabilityOf } from '../src/capabilities/memory/ranking/grade.ts'
import { scoreOf, type Score } from './truth/score.ts'
import { ownQuestions } from './truth/work-sets.ts'
import { remember } from './recall/measure-recall.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '5' },
    forms: { type: 'string' },
    fit: { type: 'boolean', default: false },
  },
})
const ofCommit = () => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  return Number.parseInt(createHash('sha256').update(commit).digest('hex').slice(0, 8), 16)
}
const from = values.seed === undefined ? ofCommit() : Number(values.seed)
const forms = readForms(values.forms)
const marked = (mark: 'fit' | 'report') => forms.filter((form) => form.mark === mark)
const fittingSeeds = [11, 12, 13, 14]
const seeds = values.fit ? fittingSeeds : Array.from({ length: Number(values.seeds) }, (_, at) => from + at)

const { servers, drop } = await prepareServers()
const baton = await startBaton({}, undefined, servers)
try {
  const person = await baton.person('truth')
  const { services } = baton.node.assembly.kernel
  services.embeddings = remember(services.embeddings)
  const sets: Facts[] = seeds.map((seed) => makeFacts(marked(values.fit ? 'fit' : 'report'), seed))
  if (values.fit) sets.push(ownQuestions())
  const stored = await storeFacts(baton, person, sets)
  const answers: Answer[] = []
  for (const [at, one] of stored.entries()) answers.push(...(await askAll(baton, person, at < seeds.length ? 'generated' : 'own', one)))
  if (values.fit) fit(answers)
  if (process.env['DUMP'])
    writeFileSync(
      process.env['DUMP'],
      JSON.stringify({ answers, texts: stored.map((one) => Object.fromEntries(one.memories.map(({ id, text }) => [id, text]))) }),
    )
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
  const on = [`forms marked fit, seeds ${fittingSeeds.join(', ')}`, 'test/questions']
  writeFileSync(file, `${JSON.stringify({ ...before, fitted: day, on, sure, meaning, words }, null, 2)}\n`)
  console.log(JSON.stringify({ sure, meaning, words }, null, 2))
}

function report(answers: readonly Answer[]): void {
  console.log(
    `seeds ${seeds.join(', ')}\n\n| questions | of | first | three | ten | empty | sure | of these wrong | told | nothing sure | nothing likely | calibration |`,
  )
  console.log(`|${' --- |'.repeat(12)}`)
  const row = (name: string, { questions, empty, sure, ...shares }: Score) => {
    const { first, three, ten, wrong, told, nothingSure, nothingLikely, calibration } = shares
    const text = (value: number) => value.toFixed(3)
    console.log(
      `| ${[name, questions, text(first), text(three), text(ten), empty, sure, text(wrong), text(told), text(nothingSure), text(nothingLikely), text(calibration)].join(' | ')} |`,
    )
  }
  row('all', scoreOf(answers))
  for (const [kind, some] of Map.groupBy(answers, ({ question }) => question.kind)) row(kind, scoreOf(some))
}
process.exit(0)
