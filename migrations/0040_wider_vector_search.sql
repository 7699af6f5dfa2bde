-- In an index of a million vectors a list of 200 candidates misses too many of the nearest of one organization.
-- The settings are known once the extension is loaded.
do $$ begin perform '[1]'::public.vector; end $$;
alter function app.nearest_memories(text, integer, vector, uuid[], boolean, integer) set hnsw.ef_search = 400;
alter function app.nearest_memories(text, integer, vector, uuid[], boolean, integer) set hnsw.max_scan_tuples = 80000;
