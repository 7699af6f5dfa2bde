import type { World } from './world.ts'

type Look = World['look']

interface TableRow {
  name: string
  comment: string | null
  enabled: boolean
  forced: boolean
  partition: boolean
  key: string[] | null
  policies: string[]
  served: string[]
}

const serving = ['baton_app', 'baton_admin', 'baton_public', 'baton_auth']
const classes = /^(tenant|personal)(?:\((\w+)\))?$|^(instance|published|auth)$/

const tables = `
  select format('%I.%I', n.nspname, c.relname) as name, obj_description(c.oid, 'pg_class') as comment,
    c.relrowsecurity as enabled, c.relforcerowsecurity as forced, c.relispartition as partition,
    (select array_agg(a.attname::text order by k.place) from pg_index i, unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number where i.indrelid = c.oid and i.indisprimary) as key,
    array(select polname::text from pg_policy p where p.polrelid = c.oid) as policies,
    array(select r.rolname::text from pg_roles r where r.rolname = any($1)
      and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references'))) as served
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') order by 1`

/** Checks what the database catalog itself says about the wall: classes, row-level security, keys and grants. */
export async function checkCatalogue(look: Look): Promise<string[]> {
  const rows = await look<TableRow>(tables, [serving])
  return [...rows.flatMap(checkTable), ...(await checkForeignKeys(look)), ...(await checkRoles(look)), ...(await checkFunctions(look))]
}

function checkTable(row: TableRow): string[] {
  const failures: string[] = []
  const say = (what: string) => failures.push(`${row.name}: ${what}`)
  const match = row.comment?.match(classes)
  if (!match) return [`${row.name}: its COMMENT names no class (tenant, personal, instance, published, auth): ${row.comment}`]
  const [, owned, named] = match
  const column = named ?? (owned === 'tenant' ? 'org_id' : 'user_id')
  if (owned || row.comment === 'auth' || row.comment === 'published') {
    if (!row.enabled || !row.forced) say('row-level security must be enabled and forced')
    if (!row.policies.includes('owner_all')) say('has no policy owner_all: its owner’s backfills would touch nothing')
    // Attempts are never read by owner; every other owned table is.
    if (owned && row.key?.[0] !== column) say(`its primary key (${row.key?.join(', ')}) does not begin with ${column}`)
  }
  if (row.partition && row.served.length > 0) say(`a partition must have no grant, but ${row.served.join(', ')} may use it`)
  if (owned && row.served.includes('baton_public')) say('the public role may use it')
  if (row.name.startsWith('auth.') && row.served.includes('baton_app')) say('the application’s role may use it')
  return failures
}

/** A foreign key between two tenant tables must include the organization. */
async function checkForeignKeys(look: Look): Promise<string[]> {
  const rows = await look<{ name: string; source: string; columns: string[]; target: string }>(`
    select k.conname as name, k.conrelid::regclass::text as source, k.confrelid::regclass::text as target,
      array(select a.attname::text from unnest(k.conkey) number join pg_attribute a on a.attrelid = k.conrelid and a.attnum = number) as columns
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0
      and obj_description(k.conrelid, 'pg_class') = 'tenant' and obj_description(k.confrelid, 'pg_class') = 'tenant'`)
  return rows
    .filter(({ columns }) => !columns.includes('org_id'))
    .map(({ name, source, target }) => `${source}: ${name} refers to ${target} without org_id`)
}

async function checkRoles(look: Look): Promise<string[]> {
  const roles = await look<{ rolname: string; strong: boolean; member: boolean }>(
    `select rolname, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as strong,
      pg_has_role(oid, 'baton_owner', 'member') or pg_has_role(oid, 'baton_log', 'member') or pg_has_role(oid, 'baton_search', 'member') as member
     from pg_roles where rolname = any($1)`,
    [serving],
  )
  if (roles.length !== serving.length) return [`expected the roles ${serving.join(', ')}`]
  const [auth] = await look<{ usage: boolean }>("select has_schema_privilege('baton_app', 'auth', 'usage') as usage")
  return [
    ...roles.filter(({ strong }) => strong).map(({ rolname }) => `${rolname} is stronger than a serving role may be`),
    ...roles.filter(({ member }) => member).map(({ rolname }) => `${rolname} may become the owner of tables or functions`),
    ...(auth?.usage ? ['baton_app may look into the schema auth'] : []),
  ]
}

/** A function that runs with its owner's rights must fix its search path and must not be executable by everyone. */
async function checkFunctions(look: Look): Promise<string[]> {
  const rows = await look<{ name: string; fixed: boolean; everybody: boolean }>(`
    select p.oid::regprocedure::text as name, coalesce(array_to_string(p.proconfig, ',') like '%search_path=%', false) as fixed,
      coalesce((select bool_or(g.grantee = 0) from aclexplode(p.proacl) g), p.proacl is null) as everybody
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('app', 'public', 'auth') and p.prosecdef`)
  return rows.flatMap(({ name, fixed, everybody }) => [
    ...(fixed ? [] : [`${name} has no fixed search_path`]),
    ...(everybody ? [`${name} may be called by everybody`] : []),
  ])
}
