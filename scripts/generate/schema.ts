import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Entry {
  /** The table, view or schema it belongs to; all functions are one. */
  of: string
  order: number
  text: string
}

const services = fileURLToPath(new URL('../services.sh', import.meta.url))
const header = /^--\n-- (?:Data for )?Name: (.*); Type: (.*); Schema: (.*); Owner: .*\n--\n/m
// How a table reads best: what it is, what holds for it, how it is found, who may do what.
const kinds = ['TABLE', 'VIEW', 'COMMENT', 'CONSTRAINT', 'CHECK CONSTRAINT', 'FK CONSTRAINT', 'INDEX', 'TRIGGER', 'ROW SECURITY', 'POLICY']

/** database/schema.sql: what the migrations come to, a table at a time, so that a review sees what a migration does. */
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

/** What bootstrap or PostgreSQL itself makes, not a migration. */
const provisioned = (name: string, type: string): boolean =>
  type === 'SCHEMA' || name.startsWith('LANGUAGE ') || (name === 'SCHEMA public' && type === 'COMMENT')

function subject(name: string, type: string, schema: string, text: string): string {
  const [first = '', second = ''] = name.split(' ')
  if (first === 'SCHEMA') return '' // first of all
  if (type === 'FUNCTION' || first === 'FUNCTION') return '~functions' // last
  if (type === 'INDEX') return text.match(/ ON (?:ONLY )?([\w."]+) USING /)?.[1] ?? name
  return `${schema}.${type === 'COMMENT' || type === 'ACL' ? second.split('.')[0] : first}`
}

/** Without what is the same for everything: that it belongs to baton_owner, and pg_dump's settings. It names the roles of a policy in any order. */
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

/** PostgreSQL's own, of the version that is tested with; where it cannot be fetched, the one that is installed. */
function program(): string {
  try {
    const folder = execFileSync(services, ['bin'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return `${folder}/pg_dump`
  } catch {
    return 'pg_dump'
  }
}
