-- A question is a record of its own: its words and choices stay in the comment that asks it, and this says what became of it. It is open until it is
-- answered, withdrawn (deleted, or its thread resolved) or expired (its time is over, or its task ended).
create table questions (
  org_id uuid not null,
  -- The comment that asks.
  id uuid not null,
  item_id uuid not null,
  -- The agent that asks, if it is one.
  agent_id uuid,
  -- The window of the agent that asked, as far as it could be told apart from others.
  asked_in text check (length(asked_in) <= 200),
  state text not null check (state in ('open', 'answered', 'withdrawn', 'expired')),
  -- The reply with the answer; it is what is delivered to the agent.
  answer_id uuid,
  settled_at timestamptz,
  settled_by uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, id) references comments (org_id, id) on delete cascade,
  check ((state = 'open') = (settled_at is null))
);
select app.protect_tenant_table('questions', 'select, insert, update');
create index questions_open on questions (org_id, item_id) where state = 'open';
create index questions_open_of_agent on questions (org_id, agent_id) where state = 'open';

-- Which session a comment was delivered to, where the call told.
alter table comment_deliveries add column delivered_session uuid;

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

-- Triggers, so that a comment written by the version before this one is a question too.
create trigger keep_question after insert or update of answer, deleted_at, resolved_at on comments
  for each row when (new.choices is not null) execute function app.keep_question();
create trigger expire_questions after update of status, deleted_at on work_items for each row
  when ((new.status in ('complete', 'cancelled') and old.status is distinct from new.status) or (new.deleted_at is not null and old.deleted_at is null))
  execute function app.expire_questions();
