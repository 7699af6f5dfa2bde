import { Worker } from 'node:worker_threads'
import { EmbeddingsError, type Purpose } from './embeddings.ts'

/** `stop` is set from outside; a thread checks it whenever stopping is safe. */
export interface ThreadData {
  data: unknown
  stop: Int32Array
}
export type Question = { texts: string[] } | 'close'
export type Answer = { vectors: Float32Array[] } | { error: string } | { failed: string; files: boolean }

/** Texts that go to a thread together. `over` says that nobody waits for them anymore. */
export interface Work {
  texts: string[]
  purpose: Purpose
  over(): boolean
  done(vectors: Float32Array[]): void
  failed(error: EmbeddingsError): void
}

interface Job extends Work {
  lost: number
}

interface Thread {
  worker: Worker
  stop: Int32Array
  job: Job | null
  overdue?: NodeJS.Timeout
  unused?: NodeJS.Timeout
}

interface Settings {
  file: URL
  data: unknown
  threads: number
  /** How long a thread may take for one job before it is abandoned. */
  longest: number
  /** Called if a thread can't load the model: none of the others can either. Returns what to tell the callers that are waiting. */
  onFailed(reason: string, files: boolean): string
}

const closing = 'Baton is shutting down'
const maxGivenUp = 2
/** A thread holds the model, some 250 MB; it ends when unused for this long, and the model is loaded again on demand. */
const unusedMilliseconds = 15 * 60_000

/** Starts threads on demand. A lost thread is replaced, and its texts are retried once. */
export class ThreadPool {
  readonly #settings: Settings
  readonly #threads = new Set<Thread>()
  readonly #givenUp = new Set<Thread>()
  readonly #waiting: Record<Purpose, Job[]> = { query: [], passage: [] }
  #closing = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  get waiting(): number {
    return [...this.#waiting.query, ...this.#waiting.passage].reduce((sum, { texts }) => sum + texts.length, 0)
  }

  add(work: Work): void {
    if (this.#closing) return work.failed(new EmbeddingsError(closing))
    this.#waiting[work.purpose].push({ ...work, lost: 0 })
    this.#handOut()
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#failAll(closing)
    await Promise.all([...this.#threads].map(end))
  }

  #handOut(): void {
    for (;;) {
      const idle = [...this.#threads].find(({ job }) => !job)
      const full = this.#threads.size >= this.#settings.threads || this.#givenUp.size > maxGivenUp
      if (!idle && full) return
      const job = this.#next()
      if (!job) return
      this.#give(idle ?? this.#start(), job)
    }
  }

  #next(): Job | undefined {
    const { query, passage } = this.#waiting
    for (;;) {
      const job = query.shift() ?? passage.shift()
      if (!job?.over()) return job
    }
  }

  #give(thread: Thread, job: Job): void {
    thread.job = job
    clearTimeout(thread.unused)
    thread.overdue = setTimeout(() => this.#giveUp(thread), this.#settings.longest)
    thread.worker.ref()
    thread.worker.postMessage({ texts: job.texts } satisfies Question)
  }

  #start(): Thread {
    const stop = new Int32Array(new SharedArrayBuffer(4))
    const workerData: ThreadData = { data: this.#settings.data, stop }
    const worker = new Worker(this.#settings.file, { workerData, env: {} })
    const thread: Thread = { worker, stop, job: null }
    this.#threads.add(thread)
    worker.on('message', (answer: Answer) => this.#hear(thread, answer))
    worker.on('error', () => {})
    worker.on('exit', () => this.#lose(thread))
    return thread
  }

  #hear(thread: Thread, answer: Answer): void {
    const job = this.#release(thread)
    thread.worker.unref()
    if ('failed' in answer) {
      const why = this.#settings.onFailed(answer.failed, answer.files)
      job?.failed(new EmbeddingsError(why))
      return this.#failAll(why)
    }
    if ('vectors' in answer) job?.done(answer.vectors)
    else job?.failed(new EmbeddingsError(`the model refused a text: ${answer.error}`))
    this.#handOut()
    if (!thread.job) thread.unused = setTimeout(() => this.#letGo(thread), unusedMilliseconds).unref()
  }

  #letGo(thread: Thread): void {
    if (thread.job || !this.#threads.delete(thread)) return
    askToEnd(thread)
  }

  /** Never uses terminate(): that would end the whole process if the model is running at that moment. */
  #giveUp(thread: Thread): void {
    this.#givenUp.add(thread)
    thread.worker.unref()
    askToEnd(thread)
    this.#replace(thread)
  }

  #lose(thread: Thread): void {
    this.#givenUp.delete(thread)
    this.#replace(thread)
  }

  #replace(thread: Thread): void {
    this.#threads.delete(thread)
    const job = this.#release(thread)
    if (this.#closing) return job?.failed(new EmbeddingsError(closing))
    if (job && ++job.lost === 1) this.#waiting[job.purpose].unshift(job)
    else job?.failed(new EmbeddingsError('embedding was given up: its thread was lost twice on the same texts'))
    this.#handOut()
  }

  #release(thread: Thread): Job | null {
    clearTimeout(thread.overdue)
    const { job } = thread
    thread.job = null
    return job
  }

  #failAll(why: string): void {
    for (const jobs of Object.values(this.#waiting)) for (const job of jobs.splice(0)) job.failed(new EmbeddingsError(why))
  }
}

/** An idle thread ends at once, a busy one before its next run of the model. */
function askToEnd({ worker, stop }: Thread): void {
  Atomics.store(stop, 0, 1)
  worker.postMessage('close' satisfies Question)
}

async function end(thread: Thread): Promise<void> {
  const { worker } = thread
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.ref()
  askToEnd(thread)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => void (timer = setTimeout(resolve, 5000)))
  await Promise.race([gone, late])
  clearTimeout(timer)
  worker.unref()
}
