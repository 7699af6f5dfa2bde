import type { EventRow } from '../../capabilities/log/read-log.ts'

/** An event on its way to many subscribers: serialized once, with each frame shared by all that need the same bytes. */
export class LiveEvent {
  readonly row: EventRow
  #json: string | undefined
  readonly #frames = new Map<string, Buffer>()

  constructor(row: EventRow) {
    this.row = row
  }

  /** `id` is the subscription's id as JSON; `after` is the seq it was told before. */
  frame(id: string, after: number): Buffer {
    const start = `{"id":${id},"seq":${this.row.seq},"after":${after},"event":`
    let frame = this.#frames.get(start)
    if (!frame) this.#frames.set(start, (frame = Buffer.from(`${start}${this.#body()}}`)))
    return frame
  }

  #body(): string {
    const { seq, at, type, actor, project_id, subject_id, data } = this.row
    return (this.#json ??= JSON.stringify({ seq, at, type, actor, project_id, subject_id, data }))
  }
}
