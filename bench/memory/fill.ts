import type { Baton } from '../../test/harness/baton.ts'
import { loadBase, type Base } from './load-base.ts'

export interface Size {
  organizations: number
  memories: number
  large: number
}

export interface Tenant {
  org: string
  user: string
  project: string
}

// Of the weights tried, these bring the mixed vector closest to the model's vector of the joined text: a cosine of 0.92.
const second = 0.7
const third = 0.5
/** Maximum distance from a memory's first sentence to its second, so that both are about the same part of the software. */
const near = 60

/** Inserts memories and vectors directly into the tables and builds their indexes afterwards, like a restore. Returns the seconds per step. */
export async function fill(
  baton: Baton,
  size: Size,
  large: Tenant,
  small: Tenant,
  model: string,
  base: Base,
): Promise<Record<string, number>> {
  const table = `memory_embeddings_${model}`
  const each = Math.max(1, Math.floor((size.memories - size.large) / (size.organizations - 1)))
  const seconds: Record<string, number> = {}
  const timed = async (name: string, text: string) => {
    const started = performance.now()
    await baton.look(`set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '4GB';
      set work_mem = '256MB'; set max_parallel_maintenance_workers = 2; ${text}`)
    seconds[name] = Math.round((performance.now() - started) / 100) / 10
  }
  const indexes = ['memories_tsv', `memory_vectors_${model}`]
  const [words = '', vectors = ''] = await Promise.all(
    indexes.map(async (name) => (await baton.look<{ made: string }>('select pg_get_indexdef($1::regclass) as made', [name]))[0]?.made),
  )
  for (const name of indexes) await baton.look(`drop index ${name}`)
  const noises = await loadBase(baton, base)
  const { length: sentences } = base.texts
  const who = (place: number, p: Tenant, count: number) => `(${place}, '${p.org}'::uuid, '${p.project}'::uuid, '${p.user}'::uuid, ${count})`
  const any = (of: number, seed: number) => `abs(hashint8extended(p.nr * 10000000::bigint + n, ${seed}) % ${of})::integer`
  await timed(
    'choice',
    `create table bench_places (nr integer, org uuid, project uuid, author uuid, count integer);
    insert into bench_places values ${who(1, large, size.large)}, ${who(2, small, each)};
    insert into bench_places select nr, md5('org ' || nr)::uuid, md5('project ' || nr)::uuid, md5('author ' || nr)::uuid, ${each}
      from generate_series(3, ${size.organizations}) nr;
    create table bench_chosen as select p.org, p.project, p.author, md5(p.nr || ' ' || n)::uuid as id, n as place, ${any(sentences, 1)} as a,
        (${any(sentences, 1)} + 1 + ${any(near, 2)}) % ${sentences} as b, case when n % 2 = 0 then ${any(sentences, 3)} end as c, ${any(noises, 4)} as noise
      from bench_places p, generate_series(1, p.count) n;
    analyze bench_chosen;`,
  )
  const sentencesOf = 'bench_chosen m join bench_base a on a.n = m.a join bench_base b on b.n = m.b left join bench_base c on c.n = m.c'
  const all = (value: number) => `'[${base.vectors[0]?.map(() => value).join(',')}]'::vector`
  await Promise.all([
    timed(
      'memories',
      `insert into memories (org_id, id, scope, scope_id, project_id, place, number, ref, content, trust, created_by, created_at, updated_at, embedded_as)
        select m.org, m.id, 'project', m.project, m.project, m.place, m.place, 'B-M' || m.place, concat_ws(' ', a.text, b.text, c.text), 'agent', m.author, now(), now(), '${model}'
        from ${sentencesOf};`,
    ),
    timed(
      'vectors',
      `insert into ${table} (org_id, memory_id, model_id, scope_id, embedding)
        select m.org, m.id, '${model}', m.project,
          l2_normalize(a.v + b.v * ${all(second)} + coalesce(c.v * ${all(third)}, ${all(0)}) + noise.v)
        from ${sentencesOf} join bench_noise noise on noise.n = m.noise;`,
    ),
  ])
  await timed('words index', words)
  await timed('vector index', vectors)
  // What the database would do on its own in the minutes after a bulk load is done now, so that no round pays for it.
  for (const text of ['vacuum analyze memories', `vacuum analyze ${table}`, 'checkpoint']) await baton.look(text)
  return seconds
}
