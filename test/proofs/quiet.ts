import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

export interface Quiet {
  /** The share of all cores' time that went to other work while this process waited, or that the host took. */
  busy: number
  seconds: number
  load: number
}

/** A tenth of two cores is what an idle PostgreSQL, Redis and a shell leave room for, and less than what changes a median. */
export const mostBusy = 0.1

const idleFields = [3, 4] // idle, iowait

/** The share of CPU time that was not idle between two readings of /proc/stat; guests are already part of user and nice. */
export function busyShare(before: string, after: string): number {
  const [one, other] = [before, after].map(timesOf)
  const spent = (other ?? []).map((time, place) => time - (one?.[place] ?? 0))
  const total = spent.reduce((sum, time) => sum + time, 0)
  if (!(total > 0)) throw new Error('/proc/stat did not move')
  return 1 - idleFields.reduce((sum, place) => sum + (spent[place] ?? 0), 0) / total
}

const timesOf = (stat: string): number[] => {
  const times = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.trim().split(/ +/).slice(0, 8).map(Number)
  if (!times || times.length < 8) throw new Error('/proc/stat is not as Linux writes it')
  return times
}

const readStat = (): string => readFileSync('/proc/stat', 'utf8')

/** Looks at the machine for some seconds while doing nothing. */
export async function lookAround(seconds = 5, read: () => string = readStat): Promise<Quiet> {
  const before = read()
  await pause(seconds * 1000)
  return { busy: Math.round(busyShare(before, read()) * 1000) / 1000, seconds, load: Math.round((loadavg()[0] ?? 0) * 100) / 100 }
}

/** Why times measured now would mean nothing, or an empty string if the machine is quiet. */
export function unrest({ busy, seconds, load }: Quiet): string {
  if (busy <= mostBusy) return ''
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `The machine is not quiet: over ${seconds} s, other work took ${percent(busy)} of its CPU time (at most ${percent(mostBusy)}; load ${load}). \
This proof judges times, which would mean nothing. Wait, or pass --anyway, which is recorded.`
}
