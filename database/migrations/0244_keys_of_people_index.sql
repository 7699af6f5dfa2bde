-- no transaction
create index concurrently if not exists idempotency_expiry on idempotency (expires_at);
drop index concurrently if exists idempotency_age;
