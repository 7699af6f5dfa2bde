-- Uses up a verified token of a CI job, in the one organization that has connected its repository, or in the one that is named. A token counts
-- once on the whole instance. Answers `state`: used (now, by this call), spent (it was used before), unknown (nobody connected the repository)
-- or several (the caller must name one).
create or replace function app.use_ci_token(p_id uuid, p_jti text, p_host_id bigint, p_org uuid, p_handle text, p_claims jsonb,
    p_expires timestamptz, p_now timestamptz) returns table (org_id uuid, state text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_places integer;
  v_org uuid;
  v_repository uuid;
begin
  delete from public.ci_tokens t where t.expires_at < p_now;
  select count(*)::integer, (array_agg(r.org_id))[1], (array_agg(r.id))[1] into v_places, v_org, v_repository
    from public.repositories r join public.organizations o on o.id = r.org_id and o.deleted_at is null
      join public.code_connections c on c.org_id = r.org_id and c.id = r.connection_id and c.ended_at is null
    where r.host_id = p_host_id and (p_org is null or r.org_id = p_org) and (p_handle is null or o.handle = p_handle);
  if v_places <> 1 then
    return query select null::uuid, case when v_places = 0 then 'unknown' else 'several' end;
    return;
  end if;
  insert into public.ci_tokens (org_id, id, jti, repository_id, claims, expires_at, used_at)
    values (v_org, p_id, p_jti, v_repository, p_claims, p_expires, p_now) on conflict (jti) do nothing;
  return query select v_org, case when found then 'used' else 'spent' end;
end $$;
revoke execute on function app.use_ci_token(uuid, text, bigint, uuid, text, jsonb, timestamptz, timestamptz) from public;
grant execute on function app.use_ci_token(uuid, text, bigint, uuid, text, jsonb, timestamptz, timestamptz) to baton_auth;
