-- Here too, because a migration cannot wait for the functions, which are applied after it.
-- Makes a new table one of the organization's: its class, the wall that row-level security builds around each organization's rows, and what the
-- application may do with them, for example 'select, insert, update'. For migrations alone; what other roles need is granted beside it.
create function app.protect_tenant_table(p_table regclass, p_rights text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if p_rights !~ '^(select|insert|update|delete)(, (select|insert|update|delete))*$' then
    raise exception 'protect_tenant_table: rights are some of select, insert, update, delete, not "%"', p_rights;
  end if;
  if not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = p_table and i.indisprimary and a.attname = 'org_id') then
    raise exception 'protect_tenant_table: the primary key of % must begin with org_id', p_table;
  end if;
  execute format('comment on table %s is ''tenant''', p_table);
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy owner_all on %s to baton_owner using (true) with check (true)', p_table);
  execute format('create policy tenant on %s to baton_app using (org_id = (select app.org())) with check (org_id = (select app.org()))', p_table);
  execute format('grant %s on %s to baton_app', p_rights, p_table);
end $$;
revoke execute on function app.protect_tenant_table(regclass, text) from public;
