-- Takes a published skill down everywhere at once: what the public sees, the publisher's own, every installed copy of it, and whatever has the
-- same content. Answers each skill it reached; no agent lists, reads or finds them from now on.
create or replace function app.take_down_skill(p_skill uuid, p_hash bytea, p_takedown uuid, p_reason text, p_at timestamptz)
  returns table (org_id uuid, skill_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.published p set taken_down_at = p_at where p.kind = 'skill' and p.taken_down_at is null
    and (p.item_id = p_skill or p.fields ->> 'hash' = encode(p_hash, 'hex'));
  return query
    with reached as (
      select p.org_id, p.item_id as id from public.published p where p.kind = 'skill' and p.item_id = p_skill
      union select i.org_id, i.skill_id from public.skill_installs i where i.source_skill = p_skill
      union select v.org_id, v.skill_id from public.skill_versions v join public.skills s on s.org_id = v.org_id and s.id = v.skill_id
        and s.revision = v.number where v.content_hash = p_hash
    ), marked as (
      update public.skills s set taken_down_at = p_at, taken_down_reason = p_reason, takedown_id = p_takedown, updated_at = p_at,
        version = s.version + 1
      from reached r where s.org_id = r.org_id and s.id = r.id and s.taken_down_at is null returning s.org_id, s.id
    ) select m.org_id, m.id from marked m;
  -- After the triggers of the update, which index what they see.
  delete from public.search_documents d using public.skills s where s.takedown_id = p_takedown and d.org_id = s.org_id and d.id = s.id;
end $$;
revoke execute on function app.take_down_skill(uuid, bytea, uuid, text, timestamptz) from public;
grant execute on function app.take_down_skill(uuid, bytea, uuid, text, timestamptz) to baton_admin;

-- Takes a takedown back: everything it reached is as it was.
create or replace function app.lift_skill_takedown(p_takedown uuid, p_at timestamptz) returns table (org_id uuid, skill_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update public.published p set taken_down_at = null from public.skills s
    where s.takedown_id = p_takedown and p.org_id = s.org_id and p.kind = 'skill' and p.item_id = s.id;
  return query
    update public.skills s set taken_down_at = null, taken_down_reason = null, takedown_id = null, updated_at = p_at, version = s.version + 1
    where s.takedown_id = p_takedown returning s.org_id, s.id;
end $$;
revoke execute on function app.lift_skill_takedown(uuid, timestamptz) from public;
grant execute on function app.lift_skill_takedown(uuid, timestamptz) to baton_admin;
