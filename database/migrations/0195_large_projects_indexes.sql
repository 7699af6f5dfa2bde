-- no transaction
-- What began or ended in a period, and what was blocked in it, whatever came before.
create index concurrently if not exists status_changes_began on status_changes (org_id, at);
create index concurrently if not exists status_changes_ended on status_changes (org_id, until) where until is not null;
create index concurrently if not exists status_changes_blocked on status_changes (org_id, coalesce(until, 'infinity')) where blocked;
drop index concurrently if exists status_changes_done;
-- One index of what is below an item in place of three: those of a kind in the order of their numbers, and whether there are any, deleted ones too.
create index concurrently if not exists work_items_family on work_items (org_id, parent_id, kind, number) where parent_id is not null;
drop index concurrently if exists work_items_children;
drop index concurrently if exists work_items_below;
drop index concurrently if exists work_items_parent;
