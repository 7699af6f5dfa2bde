import { createHash } from 'node:crypto'

/**
 * A prepared statement; its name is a digest of its text, so the same text is planned once per connection. `parameters` names the values in
 * the order of `$1`, `$2`, …; a statement whose text is only known at run time has `string` for `Name`.
 */
export interface Statement<Row, Name extends string = string> {
  readonly name: string
  readonly text: string
  readonly parameters: readonly Name[]
  readonly row?: Row
  /** `once`: a generic plan, where PostgreSQL on its own would plan for the values each time. */
  readonly planned?: 'once' | undefined
}

/** What a statement is called with. A value may be undefined (null in SQL), but it must be named. */
export type Values<Name extends string> = { readonly [K in Name]: unknown }

interface Sql<Name extends string> extends Statement<Record<string, unknown>, Name> {
  /** The same statement with typed rows. Nothing is checked at run time. */
  as<Row>(): Statement<Row, Name>
}

/** Every `:name` in the text is a parameter, `::type` is a cast. Compiled to `$1`, `$2`, … once, when its module is loaded. */
export function sql<const Text extends string>(text: Text): Sql<NamesIn<Text>> {
  const compiled = compile(text)
  return statement(digest(compiled.text), compiled)
}

/** A statement planned for its values on every execution: where one plan for every tenant would be wrong for the large ones. */
export function plannedEachTime<const Text extends string>(text: Text): Sql<NamesIn<Text>> {
  return statement('', compile(text))
}

const composed = new Map<string, Sql<never>>()

/**
 * A statement with a generic plan, made once per connection, even where PostgreSQL estimates plans for the values to be cheaper, as with many
 * partitions. Texts that are composed for each call are compiled once.
 */
export function plannedOnce<const Text extends string>(text: Text): Sql<NamesIn<Text>> {
  let known = composed.get(text)
  if (!known) {
    const compiled = compile(text)
    composed.set(text, (known = statement(digest(compiled.text), compiled, 'once')))
  }
  return known as unknown as Sql<NamesIn<Text>>
}

/** Counts the rows of another statement, called with the same values. */
export function counting<Name extends string>({ text, parameters }: Statement<unknown, Name>): Statement<{ count: number }, Name> {
  const counted = `select count(*)::integer as count from (${text}) counted`
  return { name: digest(counted), text: counted, parameters }
}

export const digest = (text: string): string => createHash('sha1').update(text).digest('base64url')

/** The values in the order of the statement's parameters. On the path of every statement, hence a plain loop. */
export function inOrder<Name extends string>({ parameters, text }: Statement<unknown, Name>, values: Values<Name>): unknown[] {
  const ordered = new Array<unknown>(parameters.length)
  for (let i = 0; i < parameters.length; i++) {
    const name = parameters[i]!
    const value = values[name]
    if (value === undefined && !(name in values)) throw new Error(`no value is named :${name} for: ${text}`)
    ordered[i] = value
  }
  return ordered
}

/** `insert into table (org_id, a) values (:org, :a)`; what follows, such as `returning`, is appended by the caller. */
export const insert = <const Table extends string, const Columns extends readonly string[]>(table: Table, columns: Columns) =>
  `insert into ${table} (${list(columns)}) values (${list(columns, ':').replace(':org_id', ':org')})` as Insert<Table, Columns>

/** `update table set a = :a, b = :b`; the caller appends at least `where`. */
export const update = <const Table extends string, const Columns extends readonly string[]>(table: Table, columns: Columns) =>
  `update ${table} set ${columns.map((column) => `${column} = :${column}`).join(', ')}` as `update ${Table} set ${Assignments<Columns>}`

/** `a, b`, or with a prefix `w.a, w.b` or `:a, :b`. */
export const list = <const Columns extends readonly string[], const Prefix extends string = ''>(columns: Columns, prefix?: Prefix) =>
  columns.map((column) => `${prefix ?? ''}${column}`).join(', ') as List<Columns, Prefix>

const parameter = /(?<!:):([a-z]\w*)/g

function compile(text: string) {
  const parameters: string[] = []
  const numbered = text.replace(parameter, (_, name: string) => {
    const known = parameters.indexOf(name)
    return `$${known === -1 ? parameters.push(name) : known + 1}`
  })
  return { text: numbered, parameters }
}

function statement<Name extends string>(
  name: string,
  { text, parameters }: { text: string; parameters: string[] },
  planned?: 'once',
): Sql<Name> {
  const made: Sql<Name> = { name, text, parameters: parameters as Name[], planned, as: () => made as never }
  return made
}

type Lower =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z')
type InName = Lower | Uppercase<Lower> | '_' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

type Word<Text, Read extends string = ''> = Text extends `${infer Next extends InName}${infer Rest}` ? Word<Rest, `${Read}${Next}`> : Read
type Found<Text, Names extends string = never> = Text extends `${string}:${infer Rest}`
  ? Rest extends `:${infer Cast}`
    ? Found<Cast, Names>
    : Found<Rest, Rest extends `${Lower}${string}` ? Names | Word<Rest> : Names>
  : Names

/** A text with non-literal parts may have further names: `{}` extends a record keyed by a pattern, but not one keyed by a literal. */
type NamesIn<Text extends string> = {} extends Record<Text, 1> ? string : Found<Text>

type Insert<
  Table extends string,
  Columns extends readonly string[],
> = `insert into ${Table} (${List<Columns>}) values (${List<{ [At in keyof Columns]: Columns[At] extends 'org_id' ? 'org' : Columns[At] }, ':'>})`

type List<Columns extends readonly string[], Prefix extends string = ''> = Columns extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? `${Prefix}${First}`
    : `${Prefix}${First}, ${List<Rest, Prefix>}`
  : string
type Assignments<Columns extends readonly string[]> = Columns extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? `${First} = :${First}`
    : `${First} = :${First}, ${Assignments<Rest>}`
  : string
