/** SQL for the author of the row with this alias: the agent's slug, or else the person's handle. */
export const authorSql = <Row extends string>(row: Row) =>
  `coalesce((select a.slug from agents a where a.org_id = ${row}.org_id and a.id = ${row}.created_by_agent_id),
  (select u.handle from users u where u.id = ${row}.created_by), '')` as const
