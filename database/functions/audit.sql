-- Whose audit chains have entries that are due, the longest overdue first.
create or replace function app.audit_due(p_before timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select org_id from public.log_heads where audit_first_at < p_before order by audit_first_at limit 20 $$;
revoke execute on function app.audit_due(timestamptz) from public;
grant execute on function app.audit_due(timestamptz) to baton_admin;

-- The last entry of a chain's beginning that is due, and its hash: what the server seals.
create or replace function app.audit_end(p_org uuid, p_before timestamptz, p_most integer) returns table (seq bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select e.seq, e.hash from (
    select a.seq, a.hash, a.at from public.audit a join public.log_heads h on h.org_id = a.org_id and a.seq > h.anchor_seq
    where a.org_id = p_org order by a.seq limit p_most) e
  where e.at < p_before order by e.seq desc limit 1
$$;
revoke execute on function app.audit_end(uuid, timestamptz, integer) from public;
grant execute on function app.audit_end(uuid, timestamptz, integer) to baton_admin;

-- Removes a chain's beginning up to p_seq and puts the sealed anchor in its place. Only old entries go, only in one piece, and only
-- under the hash they really had.
create or replace function app.trim_audit(p_org uuid, p_seq bigint, p_hash bytea, p_seal bytea, p_before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_head public.log_heads;
  v_gone integer;
begin
  if not exists (select from public.audit a where a.org_id = p_org and a.seq = p_seq and a.hash = p_hash and a.at < p_before) then
    raise exception 'trim_audit: that entry is not old enough, or has another hash';
  end if;
  delete from public.audit a where a.org_id = p_org and a.seq <= p_seq;
  get diagnostics v_gone = row_count;
  select * into v_head from public.log_heads h where h.org_id = p_org for update;
  if v_gone <> p_seq - v_head.anchor_seq then raise exception 'trim_audit: the chain has a hole before that entry'; end if;
  update public.log_heads h set anchor_seq = p_seq, anchor_hash = p_hash, anchor_seal = p_seal,
      audit_first_at = (select a.at from public.audit a where a.org_id = p_org and a.seq > p_seq order by a.seq limit 1)
    where h.org_id = p_org;
  return v_gone;
end $$;
revoke execute on function app.trim_audit(uuid, bigint, bytea, bytea, timestamptz) from public;
grant execute on function app.trim_audit(uuid, bigint, bytea, bytea, timestamptz) to baton_admin;
