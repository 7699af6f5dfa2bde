import pg from 'pg'
import { shapeOf, type Shape } from './row-shape.ts'

/** A statement in flight, with the callbacks that wait for its rows. */
export interface Step {
  /** Empty for an unnamed statement, whose plan is not kept. */
  name: string
  text: string
  values: unknown[]
  resolve(rows: unknown[], command: string): void
  reject(error: unknown): void
}

/** The parts of a connection that the driver's own queries use. */
interface Wire extends Messages {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

interface Messages {
  _send(message: Buffer): void
  parse(message: { name: string; text: string }): void
  close(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: object): void
  sync(): void
  query(text: string): void
}

/** How to read the rows of named statements. PostgreSQL never changes the columns of a prepared statement, so each is described once. */
const shapes = new WeakMap<Wire, Map<string, Shape>>()

/** Statements sent after one that failed: PostgreSQL skipped them, but PgBouncer registered their names and frees them only when they are closed. */
const skipped = new WeakMap<Wire, Set<string>>()

// The package exports them, but its types don't declare them.
const { Connection, Query, utils } = pg as unknown as {
  Connection: { prototype: Messages }
  Query: new (text: string) => object
  utils: { prepareValue(value: unknown): unknown }
}

/**
 * Statements that are sent and answered together; without a surrounding transaction they form one of their own. After a failure the remaining
 * ones are not run. It is implemented as one of the driver's queries, because a pipelined connection accepts nothing else.
 */
class Pipeline extends Query {
  readonly #opening: string | undefined
  readonly #steps: readonly Step[]
  readonly #types: pg.CustomTypesConfig
  readonly #done: () => void
  #wire: Wire | undefined
  #shape: Shape | undefined
  #rows: unknown[] = []
  #at = 0
  #broken: unknown

  constructor(opening: string | undefined, steps: readonly Step[], types: pg.CustomTypesConfig, done: () => void) {
    super('')
    this.#opening = opening
    this.#steps = steps
    this.#types = types
    this.#done = done
  }

  /** The name under which the driver records a prepared statement once the server has parsed it. */
  get name(): string | undefined {
    return this.#steps[this.#at]?.name
  }
  set name(_: unknown) {}

  get text(): string | undefined {
    return this.#steps[this.#at]?.text
  }
  set text(_: unknown) {}

  submit(wire: Wire): Error | null {
    this.#wire = wire
    let bound: unknown[][]
    try {
      bound = this.#steps.map(({ values }) => values.map(utils.prepareValue))
    } catch (error) {
      if (this.#opening !== undefined) wire.query(this.#opening) // its answers are already being waited for
      return error as Error
    }
    const known = shapesOn(wire)
    const messages: Buffer[] = []
    // Collects the messages for a single write: the driver would write each one separately, which costs more than building it.
    const to: Messages = Object.assign(Object.create(Connection.prototype), { _send: (message: Buffer) => void messages.push(message) })
    if (this.#opening !== undefined) to.query(this.#opening)
    this.#steps.forEach(({ name, text }, at) => {
      if (!isParsed(wire, name)) {
        if (skipped.get(wire)?.delete(name)) to.close({ type: 'S', name })
        to.parse({ name, text })
        if (name) wire.submittedNamedStatements[name] = text
      }
      to.bind({ statement: name, values: bound[at]! })
      if (!known.has(name)) to.describe({ type: 'P', name: '' })
      to.execute({})
    })
    to.sync()
    wire._send(Buffer.concat(messages))
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#shape = shapeOf(fields, this.#types)
    const { name } = this
    if (name && this.#wire) shapesOn(this.#wire).set(name, this.#shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#shape ??= this.#wire && shapesOn(this.#wire).get(this.name ?? '')
    try {
      if (this.#shape?.width !== fields.length) throw new Error('a row has other columns than its statement was described with')
      this.#rows.push(this.#shape.read(fields))
    } catch (error) {
      this.#broken ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#wire && this.name) keepIfNew(shapesOn(this.#wire), this.name)
    const step = this.#steps[this.#at++]
    const rows = this.#rows
    this.#rows = []
    this.#shape = undefined
    if (this.#broken) step?.reject(this.#broken)
    else step?.resolve(rows, text)
    this.#broken = undefined
  }

  handleError(error: unknown): void {
    const left = this.#steps.slice(this.#at)
    this.#at = this.#steps.length
    if (this.#wire) for (const { name } of left) forget(this.#wire, name)
    left.forEach(({ reject }, place) => reject(place === 0 ? error : new NotRun(error)))
    this.#done()
  }

  handleReadyForQuery(): void {
    this.#done()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }
}

/** An earlier statement of the same pipeline failed; `cause` says why. */
export class NotRun extends Error {
  readonly code = '25P02'
  constructor(cause: unknown) {
    super('a statement sent before this one failed', { cause })
  }
}

function shapesOn(wire: Wire): Map<string, Shape> {
  let known = shapes.get(wire)
  if (!known) shapes.set(wire, (known = new Map()))
  return known
}

/** A statement without rows gets no description; remember that too, so that it isn't asked for again. */
function keepIfNew(known: Map<string, Shape>, name: string): void {
  if (!known.has(name)) known.set(name, shapeOf([]))
}

function forget(wire: Wire, name: string): void {
  if (name === '' || wire.parsedStatements[name] !== undefined) return
  delete wire.submittedNamedStatements[name]
  const names = skipped.get(wire) ?? new Set()
  skipped.set(wire, names.add(name))
}

const isParsed = (wire: Wire, name: string): boolean =>
  name !== '' && (wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined)

/** Consumes the answers to what opens a transaction, which is sent together with the pipeline after it; if that fails, the pipeline reports it. */
class Opening extends Query {
  constructor() {
    super('')
  }
  submit(): null {
    return null
  }
  handleCommandComplete(): void {}
  handleError(): void {}
  handleReadyForQuery(): void {}
}

/** Sends all steps at once, after what opens their transaction. Resolves when the connection is free again, whatever the outcome. */
export function sendPipelined(
  client: pg.ClientBase,
  opening: string | undefined,
  steps: readonly Step[],
  types: pg.CustomTypesConfig,
): Promise<void> {
  if (opening !== undefined) client.query(new Opening() as unknown as pg.Query)
  return new Promise((resolve) => void client.query(new Pipeline(opening, steps, types, resolve) as unknown as pg.Query))
}
