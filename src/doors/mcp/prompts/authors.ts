/** The items of a list; empty where the caller's token may not read it. */
export type List = <Item>(operation: string, input: object) => Promise<Item[]>

interface Written {
  created_by?: string | null
  created_by_agent_id?: string | null
}

/** Who wrote something, the agent or else the person, as people read it; an id where the name is not known. */
export type Authors = (written: Written) => string | null

const most = 100

export async function authorsOf(list: List): Promise<Authors> {
  const [members, agents] = await Promise.all([
    list<{ user_id: string; handle: string; name: string }>('listMembers', { limit: most }),
    list<{ id: string; slug: string }>('listAgents', { limit: most }),
  ])
  const users = new Map(members.map(({ user_id, handle, name }) => [user_id, `${name} (@${handle})`]))
  const slugs = new Map(agents.map(({ id, slug }) => [id, slug]))
  const named = (names: ReadonlyMap<string, string>, id: string | null | undefined) => (id ? (names.get(id) ?? id) : null)
  return ({ created_by, created_by_agent_id }) => named(slugs, created_by_agent_id) ?? named(users, created_by)
}
