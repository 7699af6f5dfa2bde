import type { Baton } from '../../harness/baton.ts'

export interface Place {
  org: string
  user: string
  project: string
}

/** Sentences with the model's vectors for them; every entry is a mix of three of them. */
export interface Base {
  texts: readonly string[]
  vectors: readonly Float32Array[]
}

const noises = 500
/** From this many rows on, building an index afterwards is faster than maintaining it. */
const many = 10_000

/** Inserts `count` documents and as many memories with vectors directly into the tables: the model would take an hour for a million. */
export async function fill(baton: Baton, { org, user, project }: Place, model: string, count: number, base: Base): Promise<void> {
  await loadBase(baton, base)
  const vectors = `memory_embeddings_${model}`
  const indexes = [
    ...['words', 'tsv', 'names', 'spelling'].map((of) => `search_documents_${of}`),
    ...['words', 'tsv', 'spelling'].map((of) => `memories_${of}`),
    `memory_vectors_${model}`,
  ]
  const made = count < many ? [] : await definitions(baton, indexes)
  for (const { name } of made) await baton.look(`drop index ${name}`)
  const mixed = `generate_series(1, ${count}) s (i)
    join proof_base a on a.n = abs(hashint8extended(s.i, 1) % ${base.texts.length})
    join proof_base b on b.n = (a.n + 1 + abs(hashint8extended(s.i, 2) % 20)) % ${base.texts.length}
    join proof_base c on c.n = abs(hashint8extended(s.i, 3) % ${base.texts.length})
    join proof_noise x on x.n = s.i % ${noises}`
  const vector = 'l2_normalize(a.v + b.v + x.v)'
  const long = "set statement_timeout = 0; set maintenance_work_mem = '2GB'; set work_mem = '256MB';"
  // Texts with their triggers, which maintain the words; vectors without theirs, which would look up each one's text.
  await baton.look(`${long}
    insert into search_documents (org_id, id, item_id, kind, project_id, personal, ref, title, body, updated_at, embedded_as)
    select '${org}', md5('d ${org} ' || s.i)::uuid, md5('d ${org} ' || s.i)::uuid, 'task', '${project}', false, 'BIG-' || s.i, a.text,
      b.text || ' ' || c.text || ' Number w' || s.i % 10007 || '.', now(), '${model}' from ${mixed};
    alter table memories disable trigger number_memory;
    insert into memories (org_id, id, scope, scope_id, project_id, place, number, ref, content, trust, created_by, created_at, updated_at, embedded_as)
    select '${org}', md5('m ${org} ' || s.i)::uuid, 'project', '${project}', '${project}', s.i, s.i, 'BIG-M' || s.i, a.text || ' ' || b.text || ' Number w' || s.i % 10007 || '.',
      'agent', '${user}', now(), now(), '${model}' from ${mixed};
    alter table memories enable trigger number_memory;
    set session_replication_role = replica;
    insert into search_embeddings (org_id, document_id, model_id, embedding) select '${org}', md5('d ${org} ' || s.i)::uuid, '${model}', ${vector} from ${mixed};
    insert into ${vectors} (org_id, memory_id, model_id, scope_id, embedding)
    select '${org}', md5('m ${org} ' || s.i)::uuid, '${model}', '${project}', ${vector} from ${mixed};`)
  for (const { made: text } of made) await baton.look(`${long} ${text}`)
  for (const table of ['search_documents', 'search_embeddings', 'memories', vectors]) await baton.look(`vacuum analyze ${table}`)
}

const definitions = (baton: Baton, indexes: string[]) =>
  baton.look<{ name: string; made: string }>('select name, pg_get_indexdef(name::regclass) as made from unnest($1::text[]) name', [indexes])

/** The sentences as rows, and small noise vectors that make two mixes of the same sentences differ. */
async function loadBase(baton: Baton, { texts, vectors }: Base): Promise<void> {
  await baton.look(`drop table if exists proof_base, proof_noise; create table proof_base (n integer primary key, text text, v vector);
    create table proof_noise as select n, (select array_agg((random() - 0.5) * 0.04) from generate_series(1, ${vectors[0]?.length}) where n >= 0)::vector as v
      from generate_series(0, ${noises - 1}) n`)
  await baton.look(
    'insert into proof_base select n - 1, text, v::vector from unnest($1::text[], $2::text[]) with ordinality as b (text, v, n)',
    [texts, vectors.map((vector) => `[${vector.join(',')}]`)],
  )
  await baton.look('analyze proof_base, proof_noise')
}
