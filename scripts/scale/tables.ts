import { inputs, type Input } from './inputs.ts'

const cases = ['low', 'likely', 'high'] as const
type Case = (typeof cases)[number]

/** The inputs of one column. Shares are given in percent and computed as fractions. */
const valuesOf = (column: Case) =>
  Object.fromEntries(
    Object.entries<Input>(inputs).map(([name, input]) => [name, input.unit === '%' ? input[column] / 100 : input[column]]),
  ) as Record<keyof typeof inputs, number>

const workingDay = 8 * 3_600

/** What one person and their agents come to. */
function userOf(column: Case) {
  const of = valuesOf(column)
  const agentCalls = (of.agents * workingDay) / of.pause
  const reads = of.personReads + agentCalls * of.agentReads
  const searches = of.personSearches + agentCalls * of.agentSearches
  const writes = of.personWrites + agentCalls * (1 - of.agentReads - of.agentSearches)
  const serving = reads * of.readMs + writes * of.writeMs + searches * of.searchMs + writes * of.creates * of.embedMs
  const seconds = (serving * (1 + of.databaseShare * of.replica)) / 1_000
  const busyCores = (seconds * of.busiest) / 3_600
  const mean = (create: number, change: number) => of.creates * create + (1 - of.creates) * change
  const stored = (writes * of.days * 12 * mean(of.createBytes, of.changeBytes)) / 1e3
  const wal = (writes * mean(of.createWal, of.changeWal)) / 1e3
  return {
    calls: of.personReads + of.personWrites + of.personSearches + agentCalls,
    writes,
    seconds,
    busyCores,
    cores: busyCores / of.busy,
    stored,
    wal,
    walRate: (wal * of.busiest) / 3_600,
    coreCost: (busyCores / of.busy) * of.core,
    diskCost: stored * (2 * of.disk + of.backup),
    memories: of.memories * of.days * 12,
    databaseCores: (busyCores / of.busy) * of.databaseShare,
  }
}
type User = ReturnType<typeof userOf>
const users = Object.fromEntries(cases.map((column) => [column, userOf(column)])) as Record<Case, User>

/** Two digits that mean something; thousands are separated. */
function round(value: number): string {
  if (value === 0) return '0'
  const digits = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(value))))
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  return digits > 0 ? String(Number(value.toFixed(digits))) : (Math.round(value / step) * step).toLocaleString('en-US')
}

const units = (value: number, names: readonly string[]): string => {
  let at = 0
  let left = value
  while (left >= 1_000 && at < names.length - 1) {
    left /= 1_000
    at++
  }
  return `${round(left)} ${names[at]}`
}
const megabytes = (value: number) => units(value * 1_000, ['KB', 'MB', 'GB', 'TB', 'PB'])
const dollars = (value: number) => `$${value < 0.1 ? value.toFixed(3) : value.toFixed(2)}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const columns = (show: (user: User, column: Case) => string): string[] => cases.map((column) => show(users[column], column))

const withUnit = (value: number, unit: string) => (unit === '$' ? `$${value}` : `${value.toLocaleString('en-US')}${unit && ` ${unit}`}`)
const inputTable = () =>
  table(
    ['Input', 'Low', 'Likely', 'High', 'From'],
    Object.values<Input>(inputs).map(({ what, low, likely, high, unit, from }) => {
      const all = [low, likely, high].map((value) => withUnit(value, unit))
      return [what, ...(low === likely && likely === high ? ['', all[1] ?? '', ''] : all), from]
    }),
  )

const userTable = () =>
  table(
    ['A person and their agents', 'Low', 'Likely', 'High', 'Arithmetic'],
    [
      ['calls a day', ...columns(({ calls }) => round(calls)), 'person + agents × 8 h / pause'],
      ['writes among them', ...columns(({ writes }) => round(writes)), ''],
      ['CPU a day', ...columns(({ seconds }) => `${round(seconds)} s`), 'calls × CPU of each + vectors, and the replica'],
      ['cores to provision', ...columns(({ cores }) => round(cores)), 'CPU × busiest hour / 3,600 s / how busy'],
      ['stored a year', ...columns(({ stored }) => megabytes(stored)), 'writes × days × 12 × bytes'],
      ['WAL a day', ...columns(({ wal }) => megabytes(wal)), 'writes × WAL'],
      ['cores a month', ...columns(({ coreCost }) => dollars(coreCost)), ''],
      ['storage a month, in the second year', ...columns(({ diskCost }) => dollars(diskCost / 1_000)), 'two copies and a backup'],
    ],
  )

const populations = [20, 500, 2_000, 10_000, 100_000, 1_000_000, 100_000_000]
const populationTable = () =>
  table(
    [
      'People',
      'Cores busy in the busiest hour',
      'Cores to provision',
      'Stored a year',
      'WAL a second in the busiest hour',
      'A month, each',
    ],
    populations.map((count) => {
      const each = (show: (user: User) => string) => columns(show).join(' – ')
      return [
        count.toLocaleString('en-US'),
        each(({ busyCores }) => round(busyCores * count)),
        each(({ cores }) => round(cores * count)),
        each(({ stored }) => megabytes(stored * count)),
        each(({ walRate }) => megabytes(walRate * count)),
        each(({ coreCost, diskCost }) => dollars(coreCost + diskCost / 1_000)),
      ]
    }),
  )

// An organization of 4,001 memories gets ten candidates only if one in 4,000 of the 40,000 that are examined is its own.
const vectorLimit = (40_000 / 10) * 4_001
const limitTable = () =>
  table(
    ['What ends', 'Low', 'Likely', 'High', 'Arithmetic'],
    [
      [
        'one primary: cores',
        ...columns(({ databaseCores }, column) => round(valuesOf(column).primaryCores / databaseCores)),
        'people; cores of the largest primary / the database’s part of a person',
      ],
      [
        'one primary: size, after a year',
        ...columns(({ stored }, column) => round((valuesOf(column).primaryTerabytes * 1e6) / stored)),
        'people; size / stored a year',
      ],
      [
        'one vector index, after a year',
        ...columns(({ memories }) => round(vectorLimit / memories)),
        `people; ${(vectorLimit / 1e6).toFixed(0)} million memories / memories a year`,
      ],
    ],
  )

const parts: Record<string, () => string> = { inputs: inputTable, person: userTable, people: populationTable, limits: limitTable }

/** docs/scale.md with its tables as the inputs make them. */
export function withScaleTables(page: string): string {
  return Object.entries(parts).reduce((text, [name, render]) => {
    const mark = `<!-- Computed from scripts/scale/inputs.ts by: npm run generate (${name}) -->`
    const [begin, end] = [text.indexOf(mark), text.indexOf('<!-- End of the computed part -->', text.indexOf(mark))]
    if (begin === -1 || end === -1) throw new Error(`docs/scale.md has lost the marks of its table ${name}`)
    return `${text.slice(0, begin)}${mark}\n\n${render()}\n\n${text.slice(end)}`
  }, page)
}
