-- The first machine that brings a nonce in time has claimed the pairing; everybody after it finds nothing.
create or replace function app.claim_tunnel(p_nonce bytea, p_key bytea, p_fingerprint text, p_hostname text, p_platform text, p_now timestamptz)
  returns table (org_id uuid, tunnel_id uuid, user_id uuid, name text, server_public_key bytea)
  language sql security definer set search_path = pg_catalog, pg_temp
as $$
  with claimed as (
    update public.tunnel_pairings p set claimed_at = p_now, public_key = p_key, fingerprint = p_fingerprint, hostname = p_hostname, platform = p_platform
    where p.nonce_hash = p_nonce and p.claimed_at is null and p.expires_at > p_now
    returning p.org_id, p.tunnel_id
  )
  select t.org_id, t.id, t.user_id, t.name, t.server_public_key from claimed c
    join public.tunnels t on t.org_id = c.org_id and t.id = c.tunnel_id and t.deleted_at is null
$$;
revoke execute on function app.claim_tunnel(bytea, bytea, text, text, text, timestamptz) from public;
grant execute on function app.claim_tunnel(bytea, bytea, text, text, text, timestamptz) to baton_auth;

-- Of the tunnels a node holds, those that are still its own: nobody connected after it, and their owner is still a member with an open account.
-- `waiting`: an action is ready to be sent, a run is to be stopped, or one waits that this machine may take. Without a fence any connection of
-- the machine counts.
create or replace function app.tunnels_held(p_ids uuid[], p_fences bigint[]) returns table (id uuid, waiting boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t.id, exists (select from public.tunnel_actions x where x.org_id = t.org_id and x.tunnel_id = t.id and x.state = 'approved')
    or (t.run_offer is not null and (
      exists (select from public.runs r where r.org_id = t.org_id and r.tunnel_id = t.id and r.stop_requested_at is not null and r.stop_sent_at is null)
      or (t.run_offer ->> 'quiet' = 'false' and exists (select from public.runs r
          join public.workspace_checkouts c on c.org_id = r.org_id and c.workspace_id = r.workspace_id and c.tunnel_id = t.id
          join public.users u on u.id = r.requested_by
        where r.org_id = t.org_id and r.state = 'queued' and (r.wanted_tunnel_id is null or r.wanted_tunnel_id = t.id)
          and t.run_offer -> 'people' ?| array[u.id::text, u.handle]
          and t.run_offer -> 'clients' @> jsonb_build_array(jsonb_build_object('name', r.client))))))
  from unnest(p_ids, p_fences) h (id, fence)
    join public.tunnels t on t.id = h.id and (h.fence is null or t.fence = h.fence) and t.deleted_at is null
    join public.organizations o on o.id = t.org_id and o.deleted_at is null
    join public.memberships m on m.org_id = t.org_id and m.user_id = t.user_id
    join auth.accounts a on a.user_id = t.user_id and a.suspended_at is null and a.closed_at is null
$$;
revoke execute on function app.tunnels_held(uuid[], bigint[]) from public;
grant execute on function app.tunnels_held(uuid[], bigint[]) to baton_auth;

-- A passkey of the caller, without its secret half, which nobody has but the authenticator.
create or replace function app.own_passkey(p_id uuid) returns table (credential_id text, public_key bytea, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select k.credential_id, k.public_key, k.name from auth.passkeys k where k.id = p_id and k.user_id = app.user() $$;
revoke execute on function app.own_passkey(uuid) from public;
grant execute on function app.own_passkey(uuid) to baton_app;
