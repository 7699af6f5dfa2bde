-- no transaction
create index concurrently if not exists teams_avatar on teams (avatar) where avatar is not null;
create index concurrently if not exists ws_tickets_token on auth.ws_tickets (token_id) where token_id is not null;
