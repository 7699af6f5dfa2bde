-- no transaction
create index concurrently if not exists skill_versions_content on skill_versions (content_hash) where content_hash is not null;
create index concurrently if not exists skills_takedown on skills (takedown_id) where takedown_id is not null;
