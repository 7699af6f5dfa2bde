-- no transaction
create index concurrently if not exists attachments_file on attachments (file) where deleted_at is null;
create index concurrently if not exists users_avatar on users (avatar) where avatar is not null;
create index concurrently if not exists users_cover on users (cover) where cover is not null;
