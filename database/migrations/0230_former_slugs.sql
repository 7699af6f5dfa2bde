-- A project keeps the slugs it had: links, scripts and agents that know one of them still find it.
alter table projects add column former_slugs text[] not null default '{}' check (cardinality(former_slugs) <= 20);
