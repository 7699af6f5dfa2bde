import { visibleTo } from '../../../capabilities/log/read-log.ts'
import type { Follow } from '../../shared/follower.ts'
import type { LiveEvent } from '../../shared/live-event.ts'

/** Receives what a watch has seen. */
export interface Listener {
  updated(uri: string): void
  listChanged(): void
}

const pause = 100
/** Clients read the whole list again on each notification, so these are throttled. */
const listPause = 10_000
const listed = /^(project|task|note|spec|decision|skill)\.(created|logged|deleted|restored|access_changed)$/
const renamed = 'project.updated'

/** One client's cursor in its organization's log. Changes in quick succession cause one notification. */
export class Watch implements Follow {
  readonly target: { org: string; user: string; project: null }
  readonly outlet = { congested: false, flushed: async () => {} }
  cursor = 0
  ended = false
  readonly #listener: Listener
  readonly #watched = new Map<string, string>()
  /** The reverse index: finds the URIs that an event concerns without checking each one. */
  readonly #byId = new Map<string, Set<string>>()
  readonly #news = new Set<string>()
  #list: 'ignored' | 'watched' | 'changed' = 'ignored'
  #timer: NodeJS.Timeout | undefined
  /** While it runs, a change of the list is held back. */
  #listTimer: NodeJS.Timeout | undefined

  constructor(org: string, user: string, listener: Listener) {
    this.target = { org, user, project: null }
    this.#listener = listener
  }

  get size(): number {
    return this.#watched.size
  }

  has(uri: string): boolean {
    return this.#watched.has(uri)
  }

  /** `id` is that of the thing the URI names. */
  add(uri: string, id: string): void {
    this.#watched.set(uri, id)
    this.#byId.set(id, (this.#byId.get(id) ?? new Set()).add(uri))
  }

  remove(uri: string): void {
    const id = this.#watched.get(uri)
    if (id === undefined) return
    const same = this.#byId.get(id)
    if (same?.delete(uri) && same.size === 0) this.#byId.delete(id)
    this.#watched.delete(uri)
    this.#news.delete(uri)
  }

  watchList(): void {
    if (this.#list === 'ignored') this.#list = 'watched'
  }

  offer({ row }: LiveEvent, hiddenProjects: ReadonlySet<string>): void {
    if (this.ended || row.seq <= this.cursor) return
    this.cursor = row.seq
    if (!visibleTo(this.target.user, hiddenProjects, row)) return
    // Any event in a project changes the project's own resource.
    for (const id of [row.subject_id, row.project_id]) for (const uri of (id && this.#byId.get(id)) || []) this.#news.add(uri)
    if (this.#list === 'watched' && (listed.test(row.type) || row.type === renamed)) this.#list = 'changed'
    this.#soon()
  }

  /** Clients of this protocol have no cursor. */
  tellCursor(): void {}

  /** Which changes were missed or are no longer visible isn't known, so everything must be read again. */
  resync(_reason: string, at = this.cursor): void {
    this.cursor = at
    for (const uri of this.#watched.keys()) this.#news.add(uri)
    if (this.#list === 'watched') this.#list = 'changed'
    this.#soon()
  }

  endUnseen(): void {
    this.end()
  }

  end(): void {
    this.ended = true
    clearTimeout(this.#timer)
    clearTimeout(this.#listTimer)
  }

  #soon(): void {
    if (this.#news.size > 0 || (this.#list === 'changed' && !this.#listTimer)) this.#timer ??= setTimeout(() => this.#tell(), pause).unref()
  }

  #tell(): void {
    this.#timer = undefined
    const news = [...this.#news]
    this.#news.clear()
    for (const uri of news) this.#listener.updated(uri)
    if (this.#list !== 'changed' || this.#listTimer) return
    this.#list = 'watched'
    this.#listener.listChanged()
    this.#listTimer = setTimeout(() => this.#tellListAgain(), listPause).unref()
  }

  #tellListAgain(): void {
    this.#listTimer = undefined
    if (!this.ended) this.#soon()
  }
}
