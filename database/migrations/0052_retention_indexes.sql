-- no transaction
create index concurrently if not exists log_heads_first on log_heads (first_at) where first_at is not null;
create index concurrently if not exists log_heads_audit_first on log_heads (audit_first_at) where audit_first_at is not null;
create index concurrently if not exists log_heads_unread on log_heads (org_id) where unread;
create index concurrently if not exists attempts_age on auth.attempts (at);
create index concurrently if not exists sessions_end on auth.sessions (ends_at);
create index concurrently if not exists ws_tickets_session on auth.ws_tickets (session_id);
create index concurrently if not exists tokens_end on auth.tokens (least(expires_at, revoked_at));
create index concurrently if not exists oauth_grants_end on auth.oauth_grants (least(expires_at, revoked_at));
create index concurrently if not exists invites_end on invites (least(expires_at, accepted_at, declined_at, revoked_at));
create index concurrently if not exists tool_calls_hour on tool_calls (hour);
create index concurrently if not exists usage_days_day on usage_days (day);
create index concurrently if not exists session_checkpoints_age on session_checkpoints (created_at);
create index concurrently if not exists comments_deleted on comments (deleted_at) where deleted_at is not null;
create index concurrently if not exists work_items_deleted on work_items (deleted_at) where deleted_at is not null;
create index concurrently if not exists attachments_of on attachments (org_id, item_id);
create index concurrently if not exists comments_of on comments (org_id, item_id);
create index concurrently if not exists session_hints_task on session_hints (org_id, task_id) where task_id is not null;
