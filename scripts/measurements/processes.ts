import { readdirSync, readFileSync } from 'node:fs'

const statOf = (pid: number | string): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** CPU seconds of this process and of those it has started and seen the end of. Servers of the machine, such as PostgreSQL, are not among them. */
export function cpuSeconds(): number {
  const ticks = statOf('self').slice(11, 15)
  return ticks.reduce((sum, one) => sum + Number(one), 0) / 100
}

/** Ends the servers and clients that a proof has started and can no longer end itself. */
export function killChildren(parent = process.pid): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (Number(statOf(pid)[1]) !== parent) continue
      killChildren(Number(pid))
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}
