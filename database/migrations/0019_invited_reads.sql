-- Every check of a credential reads an organization. While nobody is known the policy beside this one lets it through, so this one
-- must not look at the invites at all; and once somebody is, only at those to their own address.
alter policy invited_reads on organizations using ((select app.user()) is not null
  and id in (select i.org_id from invites i where i.open and i.email = (select app.proven_email())));
