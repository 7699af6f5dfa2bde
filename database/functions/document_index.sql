-- Brings one row up to date with its source.
create or replace function app.index_document(p_org uuid, p_source text, p_id uuid) returns void
  language plpgsql set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  v app.search_sources;
begin
  -- A source that the statement itself names is all of the view that is planned and set up, which costs more than the row. Tasks and comments are
  -- what is written most.
  if p_source = 'work_items' then select * into v from app.search_sources s where s.source = 'work_items' and s.org_id = p_org and s.id = p_id;
  elsif p_source = 'comments' then select * into v from app.search_sources s where s.source = 'comments' and s.org_id = p_org and s.id = p_id;
  else select * into v from app.search_sources s where s.source = p_source and s.org_id = p_org and s.id = p_id; end if;
  if v.id is null then
    delete from public.search_documents d where d.org_id = p_org and d.id = p_id;
    return;
  end if;
  insert into public.search_documents as d
      (org_id, id, item_id, kind, project_id, team_id, owner_id, personal, ref, title, body, updated_at)
    values (v.org_id, v.id, v.item_id, v.kind, v.project_id, v.team_id, v.owner_id, v.personal, v.ref, v.title, v.body, v.updated_at)
    on conflict (org_id, id) do update set project_id = excluded.project_id, team_id = excluded.team_id, owner_id = excluded.owner_id,
      personal = excluded.personal, ref = excluded.ref, title = excluded.title, body = excluded.body, updated_at = excluded.updated_at,
      embedded_as = case when d.title = excluded.title and d.body = excluded.body then d.embedded_as end;
end $$;
revoke execute on function app.index_document(uuid, text, uuid) from public;
grant execute on function app.index_document(uuid, text, uuid) to baton_app;

-- Brings a thing and what was said about it up to date: whether they are found at all has changed.
create or replace function app.index_family(p_org uuid, p_id uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.search_documents d where d.org_id = p_org and d.item_id = p_id;
  insert into public.search_documents (org_id, id, item_id, kind, project_id, team_id, owner_id, personal, ref, title, body, updated_at)
    select s.org_id, s.id, s.item_id, s.kind, s.project_id, s.team_id, s.owner_id, s.personal, s.ref, s.title, s.body, s.updated_at
    from app.search_sources s where s.source in ('work_items', 'comments', 'decisions', 'decision_entries')
      and s.org_id = p_org and s.item_id = p_id;
end $$;
revoke execute on function app.index_family(uuid, uuid) from public;
grant execute on function app.index_family(uuid, uuid) to baton_app;

-- These run as whoever writes, behind that role's wall.
create or replace function app.keep_indexed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from public.search_documents d where d.org_id = old.org_id and d.id = old.id;
  else perform app.index_document(new.org_id, tg_table_name, new.id); end if;
  return null;
end $$;
revoke execute on function app.keep_indexed() from public;

create or replace function app.keep_family_indexed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from public.search_documents d where d.org_id = old.org_id and d.item_id = old.id;
  elsif tg_op = 'UPDATE' and (old.deleted_at is distinct from new.deleted_at or old.project_id is distinct from new.project_id) then
    perform app.index_family(new.org_id, new.id);
  else perform app.index_document(new.org_id, tg_table_name, new.id); end if;
  return null;
end $$;
revoke execute on function app.keep_family_indexed() from public;

create or replace function app.keep_version_indexed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'spec_versions' then perform app.index_document(new.org_id, 'specs', new.spec_id);
  else perform app.index_document(new.org_id, 'skills', new.skill_id); end if;
  return null;
end $$;
revoke execute on function app.keep_version_indexed() from public;
