-- Issues that stay in step with their tasks in both directions.

-- Up to which change of the host the comments on its issues were read; set when two-way begins, so that older ones stay where they are.
alter table repositories add column comments_read_at timestamptz;

-- A write to the issue has been asked for and not begun; a job for it is queued. Who writes holds the issue until then, so that two never
-- write one issue at once. `refused`: why the host did not take the last write, for people to read.
alter table issue_links add column wanted_at timestamptz;
alter table issue_links add column claim_id uuid;
alter table issue_links add column claimed_until timestamptz;
alter table issue_links add column refused text;

-- Comments that are on both sides, or are to be posted where `host_id` is null. They outlive the comment, so that one which was deleted here
-- does not come back from the host.
create table issue_comments (
  org_id uuid not null,
  repository_id uuid not null,
  comment_id uuid not null,
  number integer not null,
  host_id bigint,
  primary key (org_id, repository_id, comment_id),
  foreign key (org_id, repository_id, number) references issue_links (org_id, repository_id, number) on delete cascade
);
create unique index issue_comments_host on issue_comments (org_id, repository_id, host_id);
create index issue_comments_issue on issue_comments (org_id, repository_id, number) where host_id is null;
select app.protect_tenant_table('issue_comments', 'select, insert, update');

-- Who wrote a comment that came from the code host, as the host names them, and where it stands there.
alter table comments add column source_author text;
alter table comments add column source_url text;
