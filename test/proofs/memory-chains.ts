import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { hashed } from '../memory/made-models.ts'
import { runJob } from '../memory/worker-runs.ts'
import { Random } from '../work/leases/model/random.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  steps: number
  seed?: number
}

/** What a memory should be. */
interface Expected {
  content: string
  by: string | null
  deleted: boolean
}

/** Memories are stored, superseded, deleted, restored and reviewed at random; after every step they are as a model of a few lines says. */
export const proof = {
  name: 'memory-chains',
  claim: 'a chain of memories has one head at most, whatever is done to its members, and whoever supersedes an older one is told which',
  inputs: ['src/**', 'database/**'],
  short: { steps: 200 } as Size,
  full: { steps: 10_000, seed: 1 } as Size,

  async run(baton: Baton, { steps, seed = Math.floor(Math.random() * 1_000_000) }: Size): Promise<Figures> {
    console.log(`memory-chains: seed ${seed}`)
    baton.node.assembly.kernel.services.embeddings = hashed('chains', 64)
    await runJob(baton, 'adoptEmbeddingModel')
    const walk = new Walk(baton, await baton.person(), new Random(seed))
    await walk.begin()
    for (let step = 1; step <= steps; step++) {
      await walk.step().catch((error: Error) => {
        throw new Error(`seed ${seed}, step ${step}: ${error.message}`, { cause: error })
      })
      if (step % 100 === 0 || step === steps) await walk.compare(`seed ${seed}, step ${step}`)
    }
    return claimed(walk.figures, { is: { different: 0 }, least: { refused: 1, races: 1, resolved: 1 } })
  },
}

class Walk {
  readonly figures = {
    steps: 0,
    stored: 0,
    superseded: 0,
    refused: 0,
    races: 0,
    deleted: 0,
    restored: 0,
    resolved: 0,
    longest: 0,
    different: 0,
  }
  readonly #memories = new Map<string, Expected>()
  readonly #resolved = new Map<string, string>()
  readonly #baton: Baton
  readonly #person: Person
  readonly #random: Random
  #project = ''

  constructor(baton: Baton, person: Person, random: Random) {
    this.#baton = baton
    this.#person = person
    this.#random = random
  }

  async begin(): Promise<void> {
    this.#project = (await this.#person.do('POST', '/api/projects', { name: 'Chains', slug: 'chains' })).id
    for (let first = 0; first < 5; first++) await this.#store()
  }

  step(): Promise<void> {
    this.figures.steps++
    return this.#random.weighed<() => Promise<void>>([
      [2, () => this.#store()],
      [5, () => this.#supersede()],
      [1, () => this.#race()],
      [1, () => this.#storeAgain()],
      [2, () => this.#delete()],
      [2, () => this.#restore()],
      [2, () => this.#resolve()],
    ])()
  }

  #any(): string {
    const ids = [...this.#memories.keys()]
    // Mostly one of the last, so that chains grow.
    return this.#random.chance(0.7) ? (ids.at(-1 - this.#random.below(Math.min(20, ids.length))) ?? '') : this.#random.pick(ids)
  }

  #of(id: string): Expected {
    const memory = this.#memories.get(id)
    if (!memory) throw new Error(`${id} is unknown`)
    return memory
  }

  #headOf(id: string): string {
    let head = id
    for (let by = this.#of(head).by, length = 1; by; by = this.#of(head).by, length++) {
      if (length > this.#memories.size) throw new Error(`a circle through ${id}`)
      this.figures.longest = Math.max(this.figures.longest, length + 1)
      head = by
    }
    return head
  }

  #words(): string {
    return Array.from({ length: 6 }, () => `w${this.#random.below(10_000)}`).join(' ')
  }

  async #store(): Promise<void> {
    const content = this.#words()
    const { id } = await this.#person.do('POST', '/api/memories', { project: 'chains', content })
    this.#memories.set(id, { content, by: null, deleted: false })
    this.figures.stored++
  }

  #send(id: string, content: string) {
    return this.#random.chance(0.5)
      ? this.#person.call('POST', `/api/memories/${id}/supersede`, { content })
      : this.#person.call('POST', '/api/memories', { content, supersedes: id })
  }

  async #supersede(): Promise<void> {
    const [id, content] = [this.#any(), this.#words()]
    this.#judge(id, content, await this.#send(id, content))
  }

  #judge(id: string, content: string, { status, body }: { status: number; body: any }): void {
    const before = this.#of(id)
    if (before.deleted) return expectThat(status === 404, `superseding a deleted one answers ${status}`)
    if (before.by) {
      const head = this.#headOf(id)
      expectThat(status === 409 && body.code === 'already_superseded', `superseding an older one answers ${status} ${body.code}`)
      expectThat(body.head === head && /the newest is [A-Z0-9]+-M\d+\./.test(body.detail), `the refusal names ${body.head}, not ${head}`)
      this.figures.refused++
      return
    }
    expectThat(status === 201, `superseding the newest answers ${status} ${JSON.stringify(body)}`)
    this.#memories.set(body.id, { content, by: null, deleted: false })
    before.by = body.id
    this.figures.superseded++
  }

  async #race(): Promise<void> {
    const [id, one, other] = [this.#any(), this.#words(), this.#words()]
    const answers = await Promise.all([this.#send(id, one), this.#send(id, other)])
    const order = answers[1]?.status === 201 ? [1, 0] : [0, 1]
    for (const at of order) this.#judge(id, [one, other][at] ?? '', answers[at]!)
    this.figures.races++
  }

  /** The text of a live memory, to take the place of another: no second one comes of it. */
  async #storeAgain(): Promise<void> {
    const live = [...this.#memories].filter(([, { by, deleted }]) => !by && !deleted).map(([id]) => id)
    if (live.length < 2) return
    const [id, twin] = [this.#random.pick(live), this.#random.pick(live)]
    if (id === twin) return
    const { status, body } = await this.#send(id, this.#of(twin).content)
    expectThat(status === 201 && body.id === twin, `the same text again answers ${status} ${body.id}, not ${twin}`)
    this.#of(id).by = twin
    this.figures.superseded++
  }

  async #delete(): Promise<void> {
    const id = this.#any()
    const { status } = await this.#person.call('DELETE', `/api/memories/${id}`)
    expectThat(status === (this.#of(id).deleted ? 404 : 200), `deleting answers ${status}`)
    this.#of(id).deleted = true
    this.figures.deleted++
  }

  async #restore(): Promise<void> {
    const deleted = [...this.#memories].filter(([, memory]) => memory.deleted).map(([id]) => id)
    const id = deleted.length > 0 && this.#random.chance(0.8) ? this.#random.pick(deleted) : this.#any()
    const { status } = await this.#person.call('POST', `/api/memories/${id}/restore`)
    expectThat(status === (this.#of(id).deleted ? 200 : 404), `restoring answers ${status}`)
    this.#of(id).deleted = false
    this.figures.restored++
  }

  async #resolve(): Promise<void> {
    const [one, other] = [this.#any(), this.#any()]
    if (one === other || this.#of(one).deleted || this.#of(other).deleted) return
    const { items } = await this.#person.do('POST', `/api/memories/${one}/flag`, { others: [other] })
    const [review] = items
    const resolution = this.#random.pick(['keep_both', 'keep_newer', 'keep_older'])
    const { status, body } = await this.#person.call('POST', `/api/memory-reviews/${review.id}/resolve`, { resolution })
    const settled = this.#resolved.get(review.id)
    if (settled) return expectThat(status === (settled === resolution ? 200 : 409), `resolving again answers ${status}`)
    const [newer = '', older = ''] = [one, other].toSorted().toReversed()
    const past = [newer, older].find((id) => this.#of(id).by)
    if (resolution !== 'keep_both' && past) {
      expectThat(status === 409 && body.head === this.#headOf(past), `resolving with an older one answers ${status} ${body.code}`)
      this.figures.refused++
      return
    }
    expectThat(status === 200, `resolving answers ${status} ${JSON.stringify(body)}`)
    this.#resolved.set(review.id, resolution)
    if (resolution === 'keep_newer') this.#of(older).by = newer
    if (resolution === 'keep_older') this.#of(newer).by = older
    this.figures.resolved++
  }

  /** The rows are as expected, every chain ends, and what can be found has a vector or waits for one: nothing else has. */
  async compare(when: string): Promise<void> {
    const rows = await this.#baton.look<{ id: string; by: string | null; deleted: boolean; vectors: number }>(
      `select m.id, m.superseded_by as by, m.deleted_at is not null as deleted,
        (select count(*)::integer from memory_embeddings e where e.memory_id = m.id) as vectors from memories m where m.scope_id = $1`,
      [this.#project],
    )
    const wrong = rows.filter(({ id, by, deleted, vectors }) => {
      const memory = this.#memories.get(id)
      const isLive = !by && !deleted
      return !memory || memory.by !== by || memory.deleted !== deleted || (!isLive && vectors > 0) || vectors > 1
    })
    for (const id of this.#memories.keys()) this.#headOf(id)
    this.figures.different += wrong.length + Math.abs(rows.length - this.#memories.size)
    if (this.figures.different > 0) throw new Error(`${when}: ${JSON.stringify(wrong.slice(0, 3))} of ${rows.length} differ`)
  }
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
