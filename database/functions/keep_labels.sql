-- One row a label, so that tasks are found by it along an index.
create or replace function app.keep_labels() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.work_item_labels where org_id = new.org_id and item_id = new.id and label <> all (new.labels);
  end if;
  insert into public.work_item_labels (org_id, item_id, label, project_id, number)
    select new.org_id, new.id, label, new.project_id, new.number from unnest(new.labels) label on conflict do nothing;
  return null;
end $$;
