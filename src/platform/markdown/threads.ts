import { Worker } from 'node:worker_threads'
import type { Rendering } from './render.ts'

export type Task = { kind: 'render'; text: string; options: Rendering } | { kind: 'withoutAddresses'; text: string }
export interface Question {
  id: number
  task: Task
}
/** The first one, with id 0, says that the thread has started. */
export interface Answer {
  id: number
  result: string | null
}

/** `refused`: too much is waiting, so this says nothing about the text. */
export type Outcome = { result: string | null } | 'refused'

interface Job {
  task: Task
  done(outcome: Outcome): void
}

interface Thread {
  worker: Worker
  started: boolean
  job: Job | null
  overdue?: NodeJS.Timeout
  unused?: NodeJS.Timeout
}

const maxThreads = 2
const maxWaiting = 200
const unusedMilliseconds = 60_000

/** Parses Markdown in threads of its own, so that a text that takes long delays no call, and ends the thread of one that takes too long. */
export class MarkdownThreads {
  readonly #longest: number
  readonly #threads = new Set<Thread>()
  readonly #waiting: Job[] = []
  #id = 0

  /** `longest`: the milliseconds that a text may take. */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** The result, or null if it couldn't be reached in time. */
  run(task: Task): Promise<Outcome> {
    return new Promise((done) => {
      if (this.#waiting.length >= maxWaiting) return done('refused')
      this.#waiting.push({ task, done })
      this.#handOut()
    })
  }

  #handOut(): void {
    for (const thread of this.#threads) if (thread.started && !thread.job) this.#give(thread)
    const starting = [...this.#threads].filter(({ started }) => !started).length
    if (this.#waiting.length > starting && this.#threads.size < maxThreads) this.#start()
  }

  #give(thread: Thread): void {
    const job = this.#waiting.shift()
    if (!job) return
    clearTimeout(thread.unused)
    thread.job = job
    thread.worker.ref()
    thread.overdue = setTimeout(() => void thread.worker.terminate(), this.#longest)
    thread.worker.postMessage({ id: ++this.#id, task: job.task } satisfies Question)
  }

  #start(): void {
    const worker = new Worker(new URL('thread.ts', import.meta.url), { env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const thread: Thread = { worker, started: false, job: null }
    this.#threads.add(thread)
    worker.on('message', (answer: Answer) => this.#hear(thread, answer))
    // A thread that ran out of memory is followed by `exit`.
    worker.on('error', () => {})
    worker.on('exit', () => this.#lose(thread))
  }

  #hear(thread: Thread, { id, result }: Answer): void {
    thread.started = true
    if (id > 0) this.#release(thread, result)
    this.#handOut()
    if (thread.job) return
    thread.worker.unref()
    thread.unused = setTimeout(() => void thread.worker.terminate(), unusedMilliseconds).unref()
  }

  #lose(thread: Thread): void {
    clearTimeout(thread.unused)
    this.#threads.delete(thread)
    this.#release(thread, null)
    // A thread that can't even start would be started again without end.
    if (!thread.started) for (const job of this.#waiting.splice(0)) job.done('refused')
    this.#handOut()
  }

  #release(thread: Thread, result: string | null): void {
    clearTimeout(thread.overdue)
    thread.job?.done({ result })
    thread.job = null
  }
}
