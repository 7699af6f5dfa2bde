-- A run that changed nothing or left work uncommitted is unfinished, not done. `refused` counts the tool calls that the machine did not
-- allow; null where nobody asked the machine.
alter table runs
  add column refused integer check (refused >= 0),
  add column refused_kinds text[] not null default '{}' check (cardinality(refused_kinds) <= 10);
alter table runs drop constraint runs_state_check;
alter table runs add constraint runs_state_check
  check (state in ('queued', 'starting', 'running', 'waiting', 'done', 'unfinished', 'failed', 'stopped')) not valid;
