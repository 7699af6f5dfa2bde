-- First words of pages and paths that could still be taken as a handle, and those that people type by habit.
insert into handles (handle, kind, id)
select name, 'reserved', '00000000-0000-0000-0000-000000000000' from unnest(array[
  'assets', 'board', 'boards', 'change-email', 'changelog', 'decisions', 'download', 'error', 'everyone', 'explore', 'faq', 'favicon', 'files',
  'getting-started', 'guide', 'guides', 'home', 'insights', 'invitations', 'invite', 'invites', 'legal', 'machines', 'magic-link', 'members', 'news',
  'null', 'pages', 'people', 'person', 'reset-password', 'robots', 'sandbox', 'sessions', 'sign-in', 'sign-out', 'sign-up', 'signin',
  'signout', 'specs', 'undefined', 'unsubscribe', 'verify-email', 'webhooks', 'welcome', 'well-known', 'workflows', 'www'
]) as name on conflict do nothing;
