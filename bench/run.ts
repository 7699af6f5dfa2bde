/** Ours against the bare twin, in the same minute, alternating. `--short` is the size for CI: one round against the twin, nothing else. */
import { prepareCast, type Cast } from './cast.ts'
import { measureChecks } from './checks.ts'
import { callTool, createTask, listTasks, measure, readConcise, type Work } from './load.ts'
import { largeCases, measureGrowth, maxGrowth } from './growth.ts'
import { prepareStage, startProgram, stopProgram } from './stage.ts'

const short = process.argv.includes('--short')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7)
const rounds = short ? 1 : 3
const seconds = short ? 2 : 6
const large = short ? 1_000 : 100_000

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const failed: string[] = []
const row = (cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

const stage = await prepareStage()
const ours = await startProgram('src/main/serve.ts', stage.settings)
const twin = await startProgram('bench/twin.ts', stage.settings)
try {
  const cast = await prepareCast(ours.url, stage.admin, large)
  const args = { project: 'small', title: 'Bench [<id>]', idempotency_key: 'bench-[<id>]' }
  const against: Work[] = [
    listTasks(cast, 'small'),
    createTask(cast, 'small'),
    callTool(cast, 'create_task', args),
    callTool(cast, 'list_tasks', { project: 'small' }),
  ]
  row(['what', 'ours to the bare twin', 'rounds'])
  row(['---', '---', '---'])
  for (const work of against.filter((one) => !only || one.name.includes(only))) {
    await measure(ours.url, work, 1)
    await measure(twin.url, work, 1)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const mine = await measure(ours.url, work, seconds)
      const bare = await measure(twin.url, work, seconds)
      ratios.push(mine.perSecond / bare.perSecond)
    }
    row([work.name, median(ratios).toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(' ')])
  }
  if (!short) await compareFurther(cast)
} finally {
  await Promise.all([stopProgram(ours.process), stopProgram(twin.process)])
  await stage.remove()
}
for (const problem of failed) console.error(problem)
process.exitCode = failed.length > 0 ? 1 : 0

/** How it grows with a project, what MCP costs beside REST, and what checking a credential costs. */
async function compareFurther(cast: Cast): Promise<void> {
  console.log()
  row([`what, in a project of ${large.toLocaleString('en')} tasks`, 'latency to the same at 1,000', 'rounds'])
  row(['---', '---', '---'])
  const growing = [listTasks, createTask, ...largeCases]
  for (const work of growing.filter((one) => !only || one(cast, 'large').name.includes(only))) {
    const ratios = await measureGrowth(ours.url, [work(cast, 'small'), work(cast, 'large')], 9)
    const middle = median(ratios)
    if (middle > maxGrowth) failed.push(`${work(cast, 'large').name}: ${middle.toFixed(2)} of the time at 1,000, at most ${maxGrowth}`)
    row([work(cast, 'large').name, middle.toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(' ')])
  }
  const reads: [Work, Work][] = [
    [callTool(cast, 'list_tasks', { project: 'small' }), readConcise(cast, '/api/tasks?project=small')],
    [callTool(cast, 'get_task', { task: 'SMA-1' }), readConcise(cast, '/api/tasks/SMA-1')],
  ]
  const compared = reads.filter(([tool]) => !only || tool.name.includes(only))
  if (compared.length > 0) {
    console.log()
    row(['what', 'to the same over REST', 'rounds'])
    row(['---', '---', '---'])
  }
  for (const [tool, rest] of compared) {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const viaMcp = await measure(ours.url, tool, seconds)
      ratios.push(viaMcp.perSecond / (await measure(ours.url, rest, seconds)).perSecond)
    }
    row([tool.name, median(ratios).toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(' ')])
  }
  if (!only || 'check'.includes(only)) {
    console.log()
    row(['check of', 'speed to a bare sha256 lookup', 'rounds'])
    row(['---', '---', '---'])
    for (const { name, ratios } of await measureChecks(stage.settings, cast, rounds)) {
      row([name, median(ratios).toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(' ')])
    }
  }
}
