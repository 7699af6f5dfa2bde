-- no transaction
create unique index concurrently if not exists memories_ref on memories (org_id, ref);
-- A constraint, not columns that refuse null: the previous version leaves both to the trigger.
alter table memories drop constraint if exists memories_numbered;
alter table memories add constraint memories_numbered check (number is not null and ref is not null) not valid;
alter table memories validate constraint memories_numbered;
