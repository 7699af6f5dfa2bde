-- no transaction
-- What is settled for everybody is found by what it is about.
create index concurrently if not exists notifications_subject on notifications (org_id, subject_id) where archived_at is null;
