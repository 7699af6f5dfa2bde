-- Ends a user's login sessions and earlier links, and stores the digest of a new link; without one, notes that a mail is to be sent.
create or replace function app.offer_password_reset(p_user uuid, p_by uuid, p_hash bytea, p_mailing uuid, p_at timestamptz, p_until timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update auth.sessions set ended_at = p_at, ended_why = 'password_reset' where user_id = p_user and ended_at is null;
  update auth.reset_links set used_at = p_at where user_id = p_user and used_at is null;
  if p_hash is not null then
    insert into auth.reset_links (hash, user_id, created_by, created_at, expires_at) values (p_hash, p_user, p_by, p_at, p_until);
  else
    insert into auth.mailings (id, kind, email, created_at) select p_mailing, 'reset', a.email, p_at from auth.accounts a where a.user_id = p_user;
  end if;
end $$;
revoke execute on function app.offer_password_reset(uuid, uuid, bytea, uuid, timestamptz, timestamptz) from public;
grant execute on function app.offer_password_reset(uuid, uuid, bytea, uuid, timestamptz, timestamptz) to baton_admin;
