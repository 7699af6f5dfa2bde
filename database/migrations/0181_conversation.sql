-- A thread that needs no more answers is folded away; it is the comment it began with that says so.
alter table comments add column resolved_at timestamptz, add column resolved_by uuid;

-- Who chose to hear of an item or a feature, or was mentioned there. Who made it, has it assigned or spoke there needs no row: that is
-- known. A row with `watching = false` is somebody who chose not to, and nothing they do later puts them back.
create table watchers (
  org_id uuid not null references organizations (id),
  subject_id uuid not null,
  -- Goes with the account.
  user_id uuid not null references auth.accounts (user_id),
  subject_kind text not null check (subject_kind in ('item', 'feature')),
  watching boolean not null,
  why text not null check (why in ('chosen', 'mentioned')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, subject_id, user_id)
);
create index watchers_user on watchers (user_id);
select app.protect_tenant_table('watchers', 'select, insert, update');

-- What a text names: `[[Title]]`, `[[WEB-12]]`, WEB-12. Kept as it is written, so that what is created or renamed later is found by its
-- own name, whoever wrote of it before. `near` is the project of the text: of several with one title, its own comes first.
create table text_references (
  org_id uuid not null references organizations (id),
  from_kind text not null check (from_kind in ('note', 'task', 'spec', 'decision', 'feature')),
  from_id uuid not null,
  name text not null check (length(name) <= 400) collate "C",
  near uuid,
  primary key (org_id, from_kind, from_id, name)
);
create index text_references_name on text_references (org_id, name);
select app.protect_tenant_table('text_references', 'select, insert, delete');
