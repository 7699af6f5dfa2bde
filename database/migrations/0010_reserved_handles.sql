-- Names that would shadow a page, a path or a role.
insert into handles (handle, kind, id)
select name, 'reserved', '00000000-0000-0000-0000-000000000000' from unnest(array[
  'about', 'account', 'accounts', 'admin', 'administrator', 'agents', 'ai', 'api', 'app', 'auth', 'baton', 'billing', 'blog', 'connect', 'contact',
  'dashboard', 'device', 'docs', 'features', 'health', 'help', 'inbox', 'issues', 'login', 'logout', 'marketplace', 'mcp', 'me', 'memory',
  'metrics', 'my', 'new', 'notes', 'notifications', 'oauth', 'onboarding', 'org', 'organization', 'organizations', 'posts', 'pricing',
  'privacy', 'profile', 'project', 'projects', 'public', 'register', 'repos', 'root', 'search', 'security', 'settings', 'setup', 'signup', 'skills',
  'sponsors', 'static', 'status', 'support', 'sync', 'system', 'task', 'tasks', 'team', 'teams', 'terms', 'tunnels', 'user', 'users', 'workspaces', 'ws'
]) as name on conflict do nothing;
