/**
 * Compares our server with the plain server and the bare twin, in alternating rounds over the same minutes. `--short` is the size for CI:
 * one round of the most important calls. `--only=` filters by name; `--only=hot` measures lock contention.
 */
import { compareServers } from './against.ts'
import { prepareCast, type Cast } from './cast.ts'
import { measureChecks } from './checks.ts'
import { callTool, createTask, listTasks, measure, readConcise, type Work } from './load.ts'
import { largeCases, measureGrowth, maxGrowth } from './growth.ts'
import { compareHotRows, measureHeldSnapshot } from './hot.ts'
import { openMeter, type Program } from './meter.ts'
import { prepareStage, startProgram, stopProgram } from './stage.ts'
import { beside, median, rounded, table } from './table.ts'

const short = process.argv.includes('--short')
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7)
const rounds = short ? 1 : 3
const seconds = short ? 1 : 6
const claims = short ? 200 : 1500
const large = short || only === 'hot' ? 1_000 : 100_000
/** Target: the minimum throughput of a read over MCP, relative to the same read over REST. */
const leastOverMcp = 0.75

const failed: string[] = []

const stage = await prepareStage()
const meter = await openMeter(stage.admin)
const programs: Program[] = []
try {
  const start = async (path: string, settings: Record<string, string>, role: string): Promise<Program> => {
    const program = { ...(await startProgram(path, settings)), role }
    programs.push(program)
    return program
  }
  const ours = await start('src/main/serve.ts', stage.settings, 'baton%')
  const twin = await start('bench/twin.ts', stage.settings, 'baton%')
  const plain = await start('bench/plain.ts', { PLAIN_DATABASE_URL: stage.admin }, 'postgres')
  const cast = await prepareCast(ours.url, stage.admin, large)
  await compareServers({ ours, twin, plain }, meter, cast, stage.admin, { rounds, seconds, claims, short }, only)
  if (!only || only === 'hot') await compareHotRows(ours.url, stage.admin, cast, rounds, seconds)
  if (!short && (!only || only === 'hot')) await measureHeldSnapshot(stage.admin, cast, 10)
  if (!short) await compareFurther(ours.url, cast)
} finally {
  await Promise.all(programs.map((program) => stopProgram(program.process)))
  await meter.close()
  await stage.remove()
}
for (const problem of failed) console.error(problem)
process.exitCode = failed.length > 0 ? 1 : 0

/** Latency growth with the size of a project, MCP compared with REST, and the cost of checking a credential. */
async function compareFurther(url: string, cast: Cast): Promise<void> {
  const growing = [listTasks, createTask, ...largeCases].filter((one) => !only || one(cast, 'large').name.includes(only))
  if (growing.length > 0) {
    const row = table([`what, in a project of ${large.toLocaleString('en')} tasks`, 'latency to the same at 1,000', 'rounds'])
    for (const work of growing) {
      const ratios = await measureGrowth(url, [work(cast, 'small'), work(cast, 'large')], 9)
      const middle = median(ratios)
      if (middle > maxGrowth) failed.push(`${work(cast, 'large').name}: ${middle.toFixed(2)} of the time at 1,000, at most ${maxGrowth}`)
      row([work(cast, 'large').name, ...rounded(ratios)])
    }
  }
  const reads: [Work, Work][] = [
    [callTool(cast, 'list_tasks', { project: 'small' }), readConcise(cast, '/api/tasks?project=small')],
    [callTool(cast, 'get_task', { task: 'SMA-1' }), readConcise(cast, '/api/tasks/SMA-1')],
  ]
  const compared = reads.filter(([tool]) => !only || tool.name.includes(only))
  if (compared.length > 0) {
    const row = table(['what', 'to the same over REST', 'at least', 'rounds'])
    for (const [tool, rest] of compared) {
      const ratios: number[] = []
      for (let round = 0; round < rounds; round++) {
        const viaMcp = await measure(url, tool, seconds)
        ratios.push(viaMcp.perSecond / (await measure(url, rest, seconds)).perSecond)
      }
      row([tool.name, beside(median(ratios), leastOverMcp), leastOverMcp, rounded(ratios)[1]])
    }
  }
  if (!only || 'check'.includes(only)) {
    const row = table(['check of', 'speed to a bare sha256 lookup', 'rounds'])
    for (const { name, ratios } of await measureChecks(stage.settings, cast, rounds)) row([name, ...rounded(ratios)])
  }
}
