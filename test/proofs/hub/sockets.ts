import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Target {
  /** One URL per node; a socket that reconnects does so at the next one. */
  urls: string[]
  sockets: number
  /** The fault planted to show that the check can fail. */
  fault: 'none' | 'lost_frame' | 'skipped_on_resume'
}

export interface Tally {
  deliveries: number
  gaps: number
  doubled: number
  resyncs: number
  reconnects: number
  /** The fewest events any socket has seen; `most` is the highest count. */
  fewest: number
  most: number
  /** From the first to the last delivery since the previous tally. */
  busy_ms: number
  memory_mb: number
}

/** A separate process that holds all sockets, so that counting doesn't use the servers' event loops, only the machine. */
export class Sockets {
  readonly #child = fork(fileURLToPath(new URL('socket-process.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  open(target: Target): Promise<Tally> {
    return this.#ask({ open: target })
  }

  /** Waits until every socket has seen `events` in total, or nothing more arrives. */
  seen(events: number): Promise<Tally> {
    return this.#ask({ seen: events })
  }

  /** Cuts every socket once, a few at a time, and reconnects it to the other node. */
  reconnect(): Promise<Tally> {
    return this.#ask({ reconnect: true })
  }

  stop(): void {
    this.#child.removeAllListeners()
    this.#child.kill('SIGKILL')
  }

  #ask(question: unknown): Promise<Tally> {
    return new Promise((resolve, reject) => {
      const failed = () => reject(new Error('the process with the sockets has ended'))
      this.#child.once('exit', failed)
      this.#child.once('message', (answer: Tally & { error?: string }) => {
        this.#child.off('exit', failed)
        if (answer.error) reject(new Error(answer.error))
        else resolve(answer)
      })
      this.#child.send(question as object)
    })
  }
}
