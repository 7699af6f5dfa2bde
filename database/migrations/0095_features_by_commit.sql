-- no transaction
-- A push and a check run name a commit; the features that are at it are looked up by that.
create index concurrently if not exists features_commit on features (org_id, commit) where commit is not null and status = 'active' and deleted_at is null;
create unique index concurrently if not exists feature_evidence_check_run on feature_evidence (org_id, feature_id, check_id, completed_at) where check_id is not null;
