-- Comments name things too; whoever reads finds the item they stand at.
alter table text_references drop constraint text_references_from_kind_check;
alter table text_references add constraint text_references_from_kind_check
  check (from_kind in ('note', 'task', 'spec', 'decision', 'feature', 'comment')) not valid;
