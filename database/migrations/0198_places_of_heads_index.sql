-- no transaction
create index concurrently if not exists log_heads_place on log_heads (org_id, place desc);
