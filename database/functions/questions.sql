-- A comment that offers choices is a question. What becomes of it follows from its comment and its task, whoever writes those: once it is no longer
-- open, nothing opens it again.
create or replace function app.keep_question() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_state text := case when new.answer is not null then 'answered' when new.deleted_at is not null or new.resolved_at is not null then 'withdrawn' else 'open' end;
begin
  if tg_op = 'INSERT' then
    -- Imported from before the end of its task.
    if v_state = 'open' and exists (select from public.work_items w where w.org_id = new.org_id and w.id = new.item_id
        and (w.status in ('complete', 'cancelled') or w.deleted_at is not null)
        and new.created_at <= coalesce(w.deleted_at, w.completed_at, w.updated_at)) then
      v_state := 'expired';
    end if;
    insert into public.questions (org_id, id, item_id, agent_id, state, settled_at, settled_by, created_at)
      values (new.org_id, new.id, new.item_id, new.author_agent_id, v_state, case when v_state <> 'open' then new.updated_at end,
        coalesce(new.answered_by, new.resolved_by), new.created_at)
      on conflict do nothing;
  elsif v_state <> 'open' then
    update public.questions set state = v_state, settled_at = new.updated_at, settled_by = coalesce(new.answered_by, new.resolved_by)
      where org_id = new.org_id and id = new.id and state = 'open';
  end if;
  return null;
end $$;
revoke execute on function app.keep_question() from public;

-- Nobody works on a task that was completed, cancelled or deleted, so nobody waits for an answer there.
create or replace function app.expire_questions() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.questions set state = 'expired', settled_at = new.updated_at where org_id = new.org_id and item_id = new.id and state = 'open';
  return null;
end $$;
revoke execute on function app.expire_questions() from public;
