-- no transaction
create index concurrently if not exists ws_tickets_impersonation on auth.ws_tickets (impersonation_id) where impersonation_id is not null;
create index concurrently if not exists users_handle_prefix on users (handle text_pattern_ops);
create index concurrently if not exists users_name_prefix on users (lower(name) text_pattern_ops);
create index concurrently if not exists accounts_email_prefix on auth.accounts (email text_pattern_ops);
create index concurrently if not exists accounts_suspended_until on auth.accounts (suspended_until) where suspended_until is not null;
create index concurrently if not exists accounts_suspended on auth.accounts (user_id) where suspended_at is not null;
create index concurrently if not exists accounts_administrators on auth.accounts (user_id) where role = 'admin';
create index concurrently if not exists teams_newest on teams (id);
create index concurrently if not exists teams_handle_prefix on teams (handle text_pattern_ops);
create index concurrently if not exists teams_name_prefix on teams (lower(name) text_pattern_ops);
create index concurrently if not exists projects_creator on projects (created_by, id);
create index concurrently if not exists notes_creator on notes (created_by, id);
create index concurrently if not exists sessions_of_user on auth.sessions (user_id, id);
create index concurrently if not exists agents_owner on agents (owner_id);
create index concurrently if not exists tunnels_user on tunnels (user_id) where deleted_at is null;
create index concurrently if not exists webhooks_creator on webhooks (created_by) where deleted_at is null;
create index concurrently if not exists invites_inviter on invites (invited_by) where open;
