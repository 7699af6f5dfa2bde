import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Entry {
  /** The table, view or schema that the entry belongs to; all functions form one group. */
  of: string
  order: number
  text: string
}

const services = fileURLToPath(new URL('../services.sh', import.meta.url))
const header = /^--\n-- (?:Data for )?Name: (.*); Type: (.*); Schema: (.*); Owner: .*\n--\n/m
// The most readable order for a table: its definition, its constraints, its indexes, then its permissions.
const kinds = ['TABLE', 'VIEW', 'COMMENT', 'CONSTRAINT', 'CHECK CONSTRAINT', 'FK CONSTRAINT', 'INDEX', 'TRIGGER', 'ROW SECURITY', 'POLICY']

/** database/schema.sql: the schema that results from all migrations, table by table, so that a review shows what a migration does. */
export function renderSchema(url: string): string {
  const [, ...parts] = dump(url).split(header)
  const entries: Entry[] = []
  for (let at = 0; at < parts.length; at += 4) {
    const [name = '', type = '', schema = '', text = ''] = parts.slice(at, at + 4)
    const entry = { of: subject(name, type, schema, text), order: kinds.indexOf(type) + 1 || kinds.length + 1, text: tidy(text, type) }
    if (entry.text && !provisioned(name, type)) entries.push(entry)
  }
  const groups = Map.groupBy(
    entries.toSorted((a, b) => a.order - b.order || (a.text < b.text ? -1 : 1)),
    ({ of }) => of,
  )
  const sections = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group.map(({ text }) => text).join('\n'))
  return `-- Generated from the migrated database by: npm run generate
-- For reading only. Functions are in database/functions; here are their owners, if not baton_owner, and who may call them.
-- Left out: partitions, and the tables of the jobs.

${sections.join('\n\n')}
`
}

/** Created by bootstrap or by PostgreSQL itself, not by a migration. */
const provisioned = (name: string, type: string): boolean =>
  type === 'SCHEMA' || name.startsWith('LANGUAGE ') || (name === 'SCHEMA public' && type === 'COMMENT')

function subject(name: string, type: string, schema: string, text: string): string {
  const [first = '', second = ''] = name.split(' ')
  if (first === 'SCHEMA') return '' // sorts first
  if (type === 'FUNCTION' || first === 'FUNCTION') return '~functions' // sorts last
  if (type === 'INDEX') return text.match(/ ON (?:ONLY )?([\w."]+) USING /)?.[1] ?? name
  return `${schema}.${type === 'COMMENT' || type === 'ACL' ? second.split('.')[0] : first}`
}

/** Drops what is the same everywhere (the owner baton_owner, pg_dump's settings) and sorts a policy's roles, whose order pg_dump doesn't fix. */
function tidy(text: string, type: string): string {
  const lines = type === 'FUNCTION' ? (text.match(/^ALTER FUNCTION .* OWNER TO .*$/gm) ?? []) : text.split('\n')
  return lines
    .filter((line) => line && !/ OWNER TO baton_owner;$|^SET default_|^\\|^-- PostgreSQL database dump|^--$/.test(line))
    .map((line) => line.replace(/(?<= TO )\w+(?:, \w+)+(?= (?:USING|WITH) )/, (roles) => roles.split(', ').toSorted().join(', ')))
    .join('\n')
}

const dump = (url: string): string =>
  execFileSync(
    program(),
    ['--schema-only', '--schema=app', '--schema=auth', '--schema=public', '--exclude-table=public.events_[0-9]*', `--dbname=${url}`],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )

/** The pg_dump of the PostgreSQL version used in tests; if that can't be downloaded, the installed one. */
function program(): string {
  try {
    const folder = execFileSync(services, ['bin'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return `${folder}/pg_dump`
  } catch {
    return 'pg_dump'
  }
}
