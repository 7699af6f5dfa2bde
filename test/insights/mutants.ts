import * as queries from '../../src/capabilities/screens/insights/insights.queries.ts'

interface Planted {
  name: string
  text: string
}

/** Mistakes that a figure could have: each is injected into a statement, and the count by hand must notice. */
const mutants: [what: string, statement: object, from: RegExp, to: string][] = [
  ['days in another time zone', queries.flowDeltas, /at time zone 'UTC'/g, "at time zone 'America/Los_Angeles'"],
  ['midnight belongs to the day before', queries.flowDeltas, /\(c\.at at time/, "((c.at - interval '1 ms') at time"],
  ['deleted tasks in the flow', queries.flowDeltas, /and w\.deleted_at is null/g, ''],
  ['a task leaves no status', queries.flowDeltas, /, -1 from/g, ', 0 from'],
  ['what all did in another time zone', queries.flowDeltasOfAll, /at time zone 'UTC'/g, "at time zone 'America/Los_Angeles'"],
  ['what began since was there before', queries.flowDeltasOfAll, /then 1 else -1 end/, 'then 1 else 0 end'],
  ['what ended since was not there before', queries.flowDeltasOfAll, /then 1 else -1 end/, 'then 0 else -1 end'],
  ['what is completed at the end is in', queries.completedTasks, /c\.at < (\$\d+)/, 'c.at <= $1'],
  ['what is completed at the beginning is out', queries.completedTasks, /c\.at >= (\$\d+)/, 'c.at > $1'],
  ['reopened tasks count as completed', queries.completedTasks, /and \(c\.until is null or c\.until >= \$\d+\)/, ''],
  ['deleted tasks count as completed', queries.completedTasks, /and w\.deleted_at is null/, ''],
  ['reported is verified', queries.completedTasks, /'observed', 'ci'/, "'reported', 'observed', 'ci'"],
  ['time after the completion counts', queries.completedTasks, /s\.seq < c\.seq/, 's.until is not null'],
  ['backlog is no waiting', queries.completedTasks, /'backlog', 'todo'/, "'todo'"],
  ['review is no start', queries.completedTasks, /'in_progress', 'in_review'/, "'in_progress'"],
  ['cancelled is reopened', queries.reopenings, /and n\.status <> 'cancelled'/, ''],
  ['each completion counts', queries.reopenings, /count\(distinct w\.id\)/g, 'count(w.id)'],
  ['blocked time before the period counts', queries.blockedTime, /greatest\((c\.at, \$\d+)\)\)\)/, 'least($1)))'],
  ['all time is blocked time', queries.blockedTime, /and c\.blocked/, ''],
  ['gates left at the end are in', queries.gateStays, /g\.until < (\$\d+)/g, 'g.until <= $1'],
  ['deleted features are in', queries.gateStays, /f\.deleted_at is null/, 'true'],
  ['the last day costs nothing', queries.costs, /u\.day <= (\$\d+)/, 'u.day < $1'],
  ['the day before costs', queries.costs, /u\.day >= (\$\d+)/, 'u.day >= $1::date - 1'],
  ['another project costs', queries.costs, /u\.project_id = any\(\$\d+\)/, '(u.project_id is not null or $&)'],
]

/** Injects one after another; `isFound` says whether anything differs now. Returns the mutants that went unnoticed. */
export async function plantMutants(isFound: () => Promise<boolean>): Promise<{ planted: number; unnoticed: string[] }> {
  const unnoticed: string[] = []
  for (const [what, statement, from, to] of mutants) {
    const target = statement as Planted
    const before = { name: target.name, text: target.text }
    const text = before.text.replace(from, to)
    if (text === before.text) throw new Error(`the mutant “${what}” fits its statement no longer`)
    Object.assign(target, { name: '', text })
    try {
      if (!(await isFound())) unnoticed.push(what)
    } finally {
      Object.assign(target, before)
    }
  }
  return { planted: mutants.length, unnoticed }
}
