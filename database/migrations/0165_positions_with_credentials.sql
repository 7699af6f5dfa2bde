-- Whoever looks a credential up also reads how far the organization's log has come: an answer then says which events it includes, without a
-- statement of its own. No organization is set then; where one is, its own number is all there is to see.
grant select (org_id, seq) on log_heads to baton_auth;
create policy position_of_caller on log_heads for select to baton_auth using (app.org() is null or org_id = app.org());
