-- The instance that calls, by the client's own id of its conversation or else by its connection; one that cannot be told from others is a
-- new one each time. The conversation says more than the connection: a client may put several conversations through one.
create or replace function app.enter_instance(p_user uuid, p_agent uuid, p_client_session text, p_connection text, p_new uuid, p_now timestamptz)
  returns uuid language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  v_org uuid := app.org();
  v_id uuid;
  v_client_session text;
  v_connection text;
begin
  -- Two calls at once may both be the first: whoever comes second finds what the other stored.
  for attempt in 1 .. 2 loop
    if p_client_session is not null or p_connection is not null then
      select i.id, i.client_session, i.connection into v_id, v_client_session, v_connection from public.agent_instances i
        where i.org_id = v_org and i.user_id = p_user and i.agent_id is not distinct from p_agent and (i.client_session = p_client_session
          or (i.connection = p_connection and (p_client_session is null or i.client_session is null)))
        order by (i.client_session = p_client_session) is true desc limit 1;
      if found then
        -- One that was recognized by one key is recognized by its others from now on. A key that another instance has already stays there.
        if attempt = 1 and ((v_client_session is null and p_client_session is not null) or (v_connection is null and p_connection is not null)) then
          update public.agent_instances i set
            client_session = coalesce(i.client_session, case when not exists (select from public.agent_instances o where o.org_id = i.org_id
              and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.client_session = p_client_session) then p_client_session end),
            connection = coalesce(i.connection, case when not exists (select from public.agent_instances o where o.org_id = i.org_id
              and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.connection = p_connection) then p_connection end)
          where i.org_id = v_org and i.id = v_id;
        end if;
        return v_id;
      end if;
    end if;
    -- Several conversations may come by one connection, which is the first one's then.
    insert into public.agent_instances (org_id, id, user_id, agent_id, client_session, connection, seen_at, created_at)
      values (v_org, p_new, p_user, p_agent, p_client_session, case when attempt = 1 then p_connection end, p_now, p_now)
      on conflict do nothing;
    if found then return p_new; end if;
  end loop;
  raise exception 'enter_instance: the instance was not stored';
end $$;
revoke execute on function app.enter_instance(uuid, uuid, text, text, uuid, timestamptz) from public;
grant execute on function app.enter_instance(uuid, uuid, text, text, uuid, timestamptz) to baton_app;

-- Before anything is claimed: from here to the end of the transaction this agent cannot be stopped, or it was. Claims of an agent share a lock
-- that its stop has to itself; the look at the agent is a statement of its own here, so it sees a stop that was waited for.
create or replace function app.hold_off_stop(p_agent uuid) returns boolean language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if p_agent is null then return true; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(app.org()::text || p_agent::text, 30));
  return not exists (select from public.agents a where a.org_id = app.org() and a.id = p_agent and a.status = 'stopped');
end $$;
revoke execute on function app.hold_off_stop(uuid) from public;
grant execute on function app.hold_off_stop(uuid) to baton_app;

-- The best ready task, in the project named by its slug or id or in any; if there is none, one whose holder has let its lease run out. The
-- candidate is locked before it is updated; what another claims at this moment is skipped. Nothing for an agent that was stopped. With a
-- session the lease is the session's, which its caller proves to own in the same transaction, else the calling instance's.
create or replace function app.claim_next_task(p_project text, p_user uuid, p_agent uuid, p_session uuid, p_client_session text, p_connection text,
    p_new_instance uuid, p_until timestamptz, p_fence text, p_now timestamptz)
  returns table (item public.work_items, old_instance_id uuid, old_fence text)
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  v_org uuid := app.org();
  v_project uuid;
  v_instance uuid;
  v_holder text;
  v_task uuid;
begin
  if not app.hold_off_stop(p_agent) then return; end if;
  if p_project is not null then
    select p.id into v_project from public.projects p
      where p.org_id = v_org and (p.slug = p_project or p.id::text = p_project) and p.deleted_at is null and p.archived_at is null
        and app.sees_project(p.visibility, p.id);
    if not found then return; end if;
  end if;
  if p_session is null then
    v_instance := app.enter_instance(p_user, p_agent, p_client_session, p_connection, p_new_instance, p_now);
    v_holder := v_instance::text;
  else
    select s.instance_id, s.id::text into v_instance, v_holder from public.agent_sessions s
      where s.org_id = v_org and s.id = p_session for no key update;
    if not found then return; end if;
  end if;
  if v_project is not null then
    select w.id, w.lease_instance_id, w.fence into v_task, old_instance_id, old_fence from public.work_items w
      where w.org_id = v_org and w.project_id = v_project and w.kind = 'task' and w.deleted_at is null and w.status in ('backlog', 'todo')
        and (w.lease_until is null or w.lease_until <= p_now)
        and (w.assignee_id is null or w.assignee_id = p_user) and (w.assignee_agent_id is null or w.assignee_agent_id = p_agent)
        and not exists (select from public.work_item_dependencies d join public.work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
          where d.org_id = w.org_id and d.item_id = w.id and b.status not in ('complete', 'cancelled') and b.deleted_at is null offset 0)
      order by w.priority_order, w.rank limit 1 for update of w skip locked;
  else
    select w.id, w.lease_instance_id, w.fence into v_task, old_instance_id, old_fence
      from public.work_items w join public.projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
      where w.org_id = v_org and w.kind = 'task' and w.deleted_at is null and p.archived_at is null and w.status in ('backlog', 'todo')
        and (w.lease_until is null or w.lease_until <= p_now)
        and (w.assignee_id is null or w.assignee_id = p_user) and (w.assignee_agent_id is null or w.assignee_agent_id = p_agent)
        and not exists (select from public.work_item_dependencies d join public.work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
          where d.org_id = w.org_id and d.item_id = w.id and b.status not in ('complete', 'cancelled') and b.deleted_at is null)
        and app.sees_project(p.visibility, p.id)
      order by w.priority_order, w.rank limit 1 for update of w skip locked;
  end if;
  if not found then
    select w.id, w.lease_instance_id, w.fence into v_task, old_instance_id, old_fence
      from public.work_items w join public.projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
      where w.org_id = v_org and w.kind = 'task' and w.deleted_at is null and p.archived_at is null
        and w.status = 'in_progress' and w.lease_until <= p_now and (v_project is null or w.project_id = v_project)
        and (w.assignee_id is null or w.assignee_id = p_user) and (w.assignee_agent_id is null or w.assignee_agent_id = p_agent)
        and not exists (select from public.work_item_dependencies d join public.work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
          where d.org_id = w.org_id and d.item_id = w.id and b.status not in ('complete', 'cancelled') and b.deleted_at is null)
        and app.sees_project(p.visibility, p.id)
      order by w.priority_order, w.rank limit 1 for update of w skip locked;
    if not found then return; end if;
  end if;
  update public.work_items w set lease_holder = v_holder, lease_until = p_until, lease_fence = w.lease_fence + 1, lease_user_id = p_user,
      lease_agent_id = p_agent, fence = p_fence, lease_instance_id = v_instance, status = 'in_progress', updated_at = p_now, version = w.version + 1
    where w.org_id = v_org and w.id = v_task returning w.* into item;
  return next;
end $$;
revoke execute on function app.claim_next_task(text, uuid, uuid, uuid, text, text, uuid, timestamptz, text, timestamptz) from public;
grant execute on function app.claim_next_task(text, uuid, uuid, uuid, text, text, uuid, timestamptz, text, timestamptz) to baton_app;

-- The language of a text and the lexemes of its words and their pieces, as a search of memories asks for them. What its caller reads as a word
-- and this does not is asked for again.
create or replace function app.stemmed_words(p_text text) returns json language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  v_language text := app.language_of(p_text);
begin
  return (
    with words as materialized (
      select rtrim(m.found[1], '''’._/@-') as text, min(m.place) as place
      from regexp_matches(p_text, '[[:alnum:]][[:alnum:]''’._/@-]*', 'g') with ordinality m (found, place) group by 1 order by 2 limit 64
    ), texts as (
      select w.text from words w
      union select p.text from words w cross join unnest(string_to_array(app.split_words(w.text), ' ')) p (text) where p.text <> ''
    ) select json_build_object('language', v_language, 'lexemes', coalesce(json_agg(json_build_object('text', t.text,
        'english', tsvector_to_array(to_tsvector('english', t.text)),
        'own', case when v_language is not null then tsvector_to_array(to_tsvector(v_language::regconfig, t.text)) end)), '[]'))
      from texts t);
end $$;
revoke execute on function app.stemmed_words(text) from public;
grant execute on function app.stemmed_words(text) to baton_app;
