-- The memories nearest to one that is about to be stored. Those who store in one scope do so one after the other from here on: two that say
-- the same at once would not see each other, and nobody would compare them later. The lock ends with the transaction. It must be volatile:
-- what was stored while it waited is seen only by a statement that begins afterwards.
create or replace function app.similar_memories(p_model text, p_dimensions integer, p_query vector, p_scope uuid, p_max_exact integer, p_limit integer)
  returns table (id uuid, similarity real)
  language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('baton memories ' || p_scope, 0));
  return query select n.id, n.similarity from app.nearest_memories(p_model, p_dimensions, p_query, array[p_scope],
    coalesce((select l.place from memories l where l.org_id = app.org() and l.scope_id = p_scope order by l.place desc limit 1), 0)
      <= p_max_exact, p_limit) n;
end $$;
revoke execute on function app.similar_memories(text, integer, vector, uuid, integer, integer) from public;
grant execute on function app.similar_memories(text, integer, vector, uuid, integer, integer) to baton_app;
