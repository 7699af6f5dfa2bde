-- no transaction
create unique index concurrently if not exists published_site on published (kind, item_id) where org_id is null;
create index concurrently if not exists published_docs on published (project_id, item_id desc) where project_id is not null;
create index concurrently if not exists published_posts on published (published_at desc, item_id desc) where kind = 'post';
create index concurrently if not exists projects_shared on projects (org_id) where shared_slug is not null;
