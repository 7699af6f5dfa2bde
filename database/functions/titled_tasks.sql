-- The newest tasks whose titles hold these words. `@@` is not leakproof, so this looks past the wall of work_items and
-- stands on its own: without an organization it refuses. Who sees a task is asked by the list that calls it. Always by the words: what is added to what
-- they are sorted by keeps the planner, who guesses how many tasks have a word it has not counted, from walking along all tasks to find the few.
drop function if exists app.titled_tasks(text, uuid[], integer);
create function app.titled_tasks(p_words text, p_projects uuid[], p_most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  v_org uuid := app.org();
  v_words tsquery := to_tsquery('simple', p_words);
begin
  if v_org is null then raise exception 'no organization is set' using errcode = '42501'; end if;
  return query select w.id from public.work_items w
    where w.org_id = v_org and w.deleted_at is null and w.kind = 'task' and to_tsvector('simple', w.title) @@ v_words
      and (p_projects is null or w.project_id = any (p_projects))
    order by w.created_at + interval '0' desc limit p_most;
end $$;
revoke execute on function app.titled_tasks(text, uuid[], integer) from public;
grant execute on function app.titled_tasks(text, uuid[], integer) to baton_app;

-- One page of them, in the order of a list of one project. A frequent word is met often among the newest tasks, which costs as much in a project of any
-- size; what is met too seldom there is so rare that all tasks with it may be read. A title that has the word holds its letters, which tells most others sooner.
drop function if exists app.newest_titled_tasks(text, uuid, integer, integer);
create function app.newest_titled_tasks(p_words text, p_project uuid, p_before integer, p_most integer) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  v_org uuid := app.org();
  v_words tsquery := to_tsquery('simple', p_words);
  v_letters text := coalesce((regexp_match(v_words::text, '^''([a-z0-9]+)'':\*'))[1], '');
  v_walked constant integer := 2000;
  v_found uuid[];
begin
  if v_org is null then raise exception 'no organization is set' using errcode = '42501'; end if;
  v_found := array(select n.id from (select w.id, w.title, w.number from public.work_items w
      where w.org_id = v_org and w.project_id = p_project and w.kind = 'task' and w.deleted_at is null and (p_before is null or w.number < p_before)
      order by w.number desc limit v_walked) n
    where strpos(lower(n.title), v_letters) > 0 and to_tsvector('simple', n.title) @@ v_words limit p_most);
  if cardinality(v_found) >= p_most or not exists (select from public.work_items w
      where w.org_id = v_org and w.project_id = p_project and w.kind = 'task' and w.deleted_at is null and (p_before is null or w.number < p_before)
      order by w.number desc offset v_walked limit 1)
  then return query select unnest(v_found); return; end if;
  return query select w.id from public.work_items w
    where w.org_id = v_org and w.project_id = p_project and w.kind = 'task' and w.deleted_at is null
      and to_tsvector('simple', w.title) @@ v_words and (p_before is null or w.number < p_before)
    order by w.number + 0 desc limit p_most;
end $$;
revoke execute on function app.newest_titled_tasks(text, uuid, integer, integer) from public;
grant execute on function app.newest_titled_tasks(text, uuid, integer, integer) to baton_app;

-- What belongs to another role cannot be replaced by baton_owner, so it is dropped, made anew and given back. It can only be given to a role
-- that may create in the schema; that right lasts for these statements.
grant create on schema app to baton_search;
alter function app.titled_tasks(text, uuid[], integer) owner to baton_search;
alter function app.newest_titled_tasks(text, uuid, integer, integer) owner to baton_search;
revoke create on schema app from baton_search;
