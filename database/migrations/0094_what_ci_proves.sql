-- What a result of CI is bound to: repository, workflow and event, beside the commit it already names. `check_id` and `completed_at` tell
-- which check run of the code host it was, so that reading one twice records it once.
alter table feature_evidence add column repository_id uuid, add column workflow_path text, add column event text, add column app_id bigint,
  add column check_id bigint, add column completed_at timestamptz;

-- `ci` is a build server's key, or a result that names everything it is bound to. Rows that are there already hold to the narrower rule.
alter table feature_evidence drop constraint feature_evidence_check1;
alter table feature_evidence add constraint feature_evidence_bound check (rank <> 'ci' or credential = 'api_key'
  or (credential in ('ci_job', 'code_host') and repository_id is not null and workflow_path is not null and event in ('push', 'pull_request'))) not valid;

-- A push that the code host tells of has nobody who reported it, but a branch, or `#7` for a pull request, which the feature follows from then on.
alter table feature_commits alter column reported_by drop not null, add column branch text;

-- Results of checks about tasks. A task stands at no gate; what it has is shown as its proof.
create table task_evidence (
  org_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  check_name text not null check (length(check_name) between 1 and 60),
  outcome text not null check (outcome in ('pass', 'fail')),
  rank text not null check (rank in ('claimed', 'reported', 'observed', 'ci')),
  note text not null default '' check (length(note) <= 4000),
  exit_code integer,
  log text check (length(log) <= 20000),
  url text check (length(url) <= 2000),
  commit text not null check (commit ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'),
  repository_id uuid,
  workflow_path text,
  event text,
  app_id bigint,
  check_id bigint,
  completed_at timestamptz,
  user_id uuid,
  credential text not null,
  created_at timestamptz not null,
  voided_at timestamptz,
  void_reason text check (void_reason = 'commit'),
  primary key (org_id, id),
  foreign key (org_id, item_id) references work_items (org_id, id) on delete cascade,
  check (rank <> 'ci' or credential = 'api_key'
    or (credential in ('ci_job', 'code_host') and repository_id is not null and workflow_path is not null and event in ('push', 'pull_request'))),
  check ((voided_at is null) = (void_reason is null))
);
create index task_evidence_of on task_evidence (org_id, item_id, id desc);
create unique index task_evidence_check_run on task_evidence (org_id, item_id, check_id, completed_at) where check_id is not null;
select app.protect_tenant_table('task_evidence', 'select, insert');
-- Written once: what was said stays said, and can only be voided.
grant update (voided_at, void_reason) on task_evidence to baton_app;

-- What a task's results come to, kept beside it because every list of tasks shows it.
alter table work_items add column proof text not null default 'none', add column proof_covers text[] not null default '{}';

-- Tokens of CI jobs that were used, until they expire: each counts once. What a token says is kept for the request that brings it.
create table ci_tokens (
  org_id uuid not null references organizations,
  id uuid not null,
  jti text not null check (length(jti) between 1 and 200),
  repository_id uuid not null,
  claims jsonb not null,
  expires_at timestamptz not null,
  used_at timestamptz not null,
  primary key (org_id, id),
  unique (jti)
);
create index ci_tokens_expiry on ci_tokens (expires_at);
select app.protect_tenant_table('ci_tokens', 'select');

-- The check "Baton: gates" that was posted for a commit; one a commit, edited in place.
create table gate_checks (
  org_id uuid not null,
  repository_id uuid not null,
  sha text not null,
  check_id bigint,
  -- What it says now, so that nothing is sent twice; whether it may have to say something else; and who is at it.
  said bytea,
  wanted_at timestamptz,
  claim_id uuid,
  claimed_until timestamptz,
  posted_at timestamptz,
  primary key (org_id, repository_id, sha),
  foreign key (org_id, repository_id) references repositories (org_id, id) on delete cascade
);
select app.protect_tenant_table('gate_checks', 'select, insert, update');
