import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Target {
  /** One address for each node; a socket that connects again does so at the next one. */
  urls: string[]
  sockets: number
  /** What is planted to show that the check can fail. */
  fault: 'none' | 'lost_frame' | 'skipped_on_resume'
}

export interface Tally {
  deliveries: number
  gaps: number
  doubled: number
  resyncs: number
  reconnects: number
  /** Of the sockets: the fewest and the most events one has seen. */
  fewest: number
  most: number
  /** From the first delivery since the last question to the last one. */
  busy_ms: number
  memory_mb: number
}

/** A process of its own that holds every socket, so that what it counts costs the servers nothing but the machine. */
export class Sockets {
  readonly #child = fork(fileURLToPath(new URL('socket-process.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  open(target: Target): Promise<Tally> {
    return this.#ask({ open: target })
  }

  /** Waits until every socket has seen so many events in all, or nothing more comes. */
  seen(events: number): Promise<Tally> {
    return this.#ask({ seen: events })
  }

  /** Cuts every socket once, a few at a time, and opens it at the other node. */
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
