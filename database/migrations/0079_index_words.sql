-- no transaction
create index concurrently if not exists memories_words on memories using gin (org_id, scope_id, words) with (fastupdate = off) where deleted_at is null and superseded_by is null;
create index concurrently if not exists memories_spelling on memories using gin (org_id, content gin_trgm_ops) where deleted_at is null and superseded_by is null;
create index concurrently if not exists search_documents_words on search_documents using gin (org_id, words);
create index concurrently if not exists search_documents_spelling on search_documents using gin (org_id, (title || ' ' || body) gin_trgm_ops);
