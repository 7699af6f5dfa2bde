-- First words of addresses that lead to repositories and the assistant.
insert into handles (handle, kind, id)
select name, 'reserved', '00000000-0000-0000-0000-000000000000' from unnest(array[
  'assistant', 'github', 'pull-requests', 'pulls', 'repositories', 'repository'
]) as name on conflict do nothing;
