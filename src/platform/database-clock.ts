import { systemClock, type Clock } from './clock.ts'
import { sql, type Database } from './postgres.ts'

/** A process whose machine is further off takes no requests: what others compare with that machine's clock is wrong too. */
export const maxSkewSeconds = 2

export interface DatabaseClock extends Clock {
  /** By how many seconds this machine's clock is ahead of PostgreSQL's; negative if it is behind, null until PostgreSQL has answered. */
  ahead(): number | null
  close(): void
}

interface Deps {
  /** PostgreSQL's time, in milliseconds since 1970. */
  ask(): Promise<number>
  /** Called with the first answer, before which this clock is the machine's. */
  onKnown?(clock: Clock): void
  /** Called when the machine's clock turns out to be off, and when it is right again. */
  onSkew?(isOff: boolean, ahead: number): void
  machine?: Clock
}

const askEvery = 30_000
/** After no answer, or one that took so long that it says little. */
const askSoon = 1_000
/** Nobody sets the clock in between; more than this is a machine that was asleep, or whose clock was set. */
const maxJump = 500

export const isOff = (ahead: number | null): boolean => ahead !== null && Math.abs(ahead) > maxSkewSeconds

const time = sql('select extract(epoch from clock_timestamp())::float8 * 1000 as now').as<{ now: number }>()

export async function askTime(database: Pick<Database, 'poll'>): Promise<number> {
  const [row] = await database.poll('organization', time, {})
  if (!row) throw new Error('PostgreSQL has no time')
  return row.now
}

/**
 * PostgreSQL's time, which all processes of an instance share: a lease, a token and a window end at the same moment for each of them, whatever
 * their machines' clocks say. Between two answers it runs on by the monotonic clock, which nobody sets.
 */
export async function followDatabaseClock({ ask, onKnown, onSkew, machine = systemClock }: Deps): Promise<DatabaseClock> {
  /** PostgreSQL's time at this process's monotonic zero. */
  let origin: number | null = null
  /** The same by the machine's clock when PostgreSQL was last asked. */
  let machineOrigin = 0
  let wasOff = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const machineNow = () => machine.now().getTime()
  const ahead = () => (origin === null ? null : (machineNow() - performance.now() - origin) / 1000)
  /** Returns after how long to ask again. */
  const learn = async (): Promise<number> => {
    const began = performance.now()
    const answer = await ask().catch(() => null)
    if (answer === null || closed) return askSoon
    const ended = performance.now()
    machineOrigin = machineNow() - ended
    // The answer was true at some moment in between, so a slow one corrects little.
    const [least, most] = [answer - ended, answer - began]
    const isFirst = origin === null
    origin = Math.min(Math.max(origin ?? (least + most) / 2, least), most)
    if (isFirst) onKnown?.(clock)
    const now = ahead() as number
    if (isOff(now) !== wasOff) onSkew?.((wasOff = !wasOff), now)
    return ended - began > askSoon ? askSoon : askEvery
  }
  let learning: Promise<number> | null = null
  const learnOnce = () => (learning ??= learn().finally(() => (learning = null)))

  const clock: DatabaseClock = {
    now() {
      if (origin === null) return machine.now()
      const monotonic = performance.now()
      if (Math.abs(machineNow() - monotonic - machineOrigin) > maxJump) void learnOnce()
      return new Date(origin + monotonic)
    },
    ahead,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
  const follow = (wait: number): void => {
    if (!closed) timer = setTimeout(() => void learnOnce().then(follow), wait).unref()
  }
  follow(await learnOnce())
  return clock
}
