import type { InputOf, OperationName, OutputOf } from '../../../capabilities/operations.ts'

type ListName = { [Name in OperationName]: OutputOf<Name> extends { items: unknown[] } ? Name : never }[OperationName]

/** The items of a list; empty if the caller's token may not read it. */
export type List = <Name extends ListName>(operation: Name, input: InputOf<Name>) => Promise<OutputOf<Name>['items']>

interface Written {
  created_by?: string | null
  created_by_agent_id?: string | null
}

/** The display name of an author, the agent or else the person; the id if the name is unknown. */
export type Authors = (written: Written) => string | null

const maxAuthors = 100

export async function authorsOf(list: List): Promise<Authors> {
  const [members, agents] = await Promise.all([list('listMembers', { limit: maxAuthors }), list('listAgents', { limit: maxAuthors })])
  const users = new Map(members.map(({ user_id, handle, name }) => [user_id, `${name} (@${handle})`]))
  const slugs = new Map(agents.map(({ id, slug }) => [id, slug]))
  const named = (names: ReadonlyMap<string, string>, id: string | null | undefined) => (id ? (names.get(id) ?? id) : null)
  return ({ created_by, created_by_agent_id }) => named(slugs, created_by_agent_id) ?? named(users, created_by)
}
