-- First words of addresses that lead to the marketplace and the community.
insert into handles (handle, kind, id)
select name, 'reserved', '00000000-0000-0000-0000-000000000000' from unnest(array[
  'claude-plugin', 'community', 'contact', 'git', 'marketplace', 'plugins', 'skills', 'sponsors'
]) as name on conflict do nothing;
