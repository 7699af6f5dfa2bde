-- Once the identity realm knows its caller, it makes no membership and no organization, and sees only the caller's own:
-- accounts are opened before anybody is known.
alter policy identity on memberships
  using ((select app.user()) is null or user_id = (select app.user())) with check ((select app.user()) is null);
alter policy identity on organizations
  using ((select app.user()) is null or exists (select from memberships m where m.org_id = organizations.id and m.user_id = (select app.user())))
  with check ((select app.user()) is null);
