import type { Baton } from '../../test/harness.ts'

export interface Size {
  organizations: number
  memories: number
  large: number
}

export interface Place {
  org: string
  user: string
  project: string
}

const dimensions = 384
const topics = 300

/** Memories and vectors straight into the tables; their indexes are made afterwards, as after a restore. Answers seconds. */
export async function fill(baton: Baton, size: Size, large: Place, small: Place, model: string): Promise<Record<string, number>> {
  const table = `memory_embeddings_${model}`
  const index = `memory_vectors_${model}`
  const each = Math.max(1, Math.floor((size.memories - size.large) / (size.organizations - 1)))
  const seconds: Record<string, number> = {}
  const timed = async (name: string, text: string) => {
    const started = performance.now()
    await baton.look(`set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '4GB';
      set max_parallel_maintenance_workers = 2; ${text}`)
    seconds[name] = Math.round((performance.now() - started) / 100) / 10
  }
  const who = (p: Place) => `('${p.org}'::uuid, '${p.project}'::uuid, '${p.user}'::uuid)`
  await timed(
    'memories',
    `drop index memories_tsv; drop index ${index};
    create table bench_topics as select t, array(select random() - 0.5 from generate_series(1, ${dimensions}) where t >= 0)::real[] as v
      from generate_series(0, ${topics - 1}) t;
    create table bench_places (org uuid, project uuid, author uuid, count integer);
    insert into bench_places values (${who(large).slice(1, -1)}, ${size.large}), (${who(small).slice(1, -1)}, ${each});
    insert into bench_places select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${each} from generate_series(3, ${size.organizations});
    insert into memories (org_id, id, scope, scope_id, project_id, place, content, trust, created_by, created_at, updated_at, embedded_as)
      select p.org, gen_random_uuid(), 'project', p.project, p.project, n,
        'topic' || (n * 7919) % ${topics} || (select string_agg(' word' || floor(power(random(), 3) * 20000)::integer, '') from generate_series(1, 14) where n > 0),
        'agent', p.author, now(), now(), '${model}'
      from bench_places p, generate_series(1, p.count) n;`,
  )
  await timed(
    'vectors',
    `insert into ${table} (org_id, memory_id, model_id, scope_id, embedding)
      select m.org_id, m.id, '${model}', m.scope_id,
        array(select b + 0.9 * (random() - 0.5) from unnest(t.v) b where m.place > 0)::real[]::vector
      from memories m join bench_topics t on t.t = (m.place * 7919) % ${topics};`,
  )
  await timed(
    'words index',
    'create index memories_tsv on memories using gin (org_id, scope_id, tsv) where deleted_at is null and superseded_by is null;',
  )
  await timed('vector index', `create index ${index} on ${table} using hnsw ((embedding::vector(${dimensions})) vector_cosine_ops);`)
  // What a server would do of itself in the minutes after a load is done now, so that no round pays for it.
  for (const text of ['vacuum analyze memories', `vacuum analyze ${table}`, 'checkpoint']) await baton.look(text)
  return seconds
}

/** A question of one topic, near what is stored of it, and its words. */
export async function questions(baton: Baton, count: number): Promise<{ text: string; vector: Float32Array }[]> {
  const rows = await baton.look<{ t: number; v: number[] }>('select t, v from bench_topics order by t limit $1', [count])
  return rows.map(({ t, v }) => {
    const noisy = Float32Array.from(v, (value, at) => value + 0.3 * Math.sin(t * 31 + at))
    const length = Math.hypot(...noisy)
    return { text: `What about topic${t} and word${t * 3}, word${500 + t}?`, vector: noisy.map((value) => value / length) }
  })
}
