-- Plans are data: what an organization may have by each. Null in `limits` or a missing name: as much as it likes. Agents are never counted.
create table plans (
  id text primary key check (id ~ '^[a-z][a-z0-9_-]{0,39}$'),
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  price_cents integer not null default 0 check (price_cents between 0 and 100000000),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  -- The price at the billing provider that buys it, and the provider's own page for it.
  provider_price text check (length(provider_price) <= 255),
  checkout_url text check (checkout_url ~ '^https://' and length(checkout_url) <= 1000),
  position integer not null default 0,
  -- What an organization without a subscription has.
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table plans is 'instance';
create unique index plans_default on plans (is_default) where is_default;
create unique index plans_price on plans (provider_price) where provider_price is not null;
alter table plans enable row level security;
alter table plans force row level security;
create policy owner_all on plans to baton_owner using (true) with check (true);
create policy anyone_reads on plans for select to baton_app, baton_auth using (true);
create policy administration on plans to baton_admin using (true) with check (true);
grant select on plans to baton_app, baton_auth;
grant select, insert, update on plans to baton_admin;

create table subscriptions (
  org_id uuid not null references organizations,
  plan_id text not null references plans,
  status text not null check (status in ('active', 'past_due', 'canceled')),
  -- Whom it came from: what an administrator has given is not taken away by the provider.
  source text not null check (source in ('administrator', 'provider')),
  ends_at timestamptz,
  provider_customer text check (length(provider_customer) <= 255),
  provider_subscription text check (length(provider_subscription) <= 255),
  -- When the provider said what is stored here: an event that comes late changes nothing.
  provider_said_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (org_id)
);
create unique index subscriptions_provider on subscriptions (provider_subscription) where provider_subscription is not null;
create index subscriptions_plan on subscriptions (plan_id);
select app.protect_tenant_table('subscriptions', 'select');
create policy joining on subscriptions for select to baton_auth using ((select app.org()) is null or org_id = (select app.org()));
create policy administration on subscriptions to baton_admin using (true) with check (true);
grant select on subscriptions to baton_auth;
grant select, insert, update on subscriptions to baton_admin;

-- Which events of the provider were taken: each has its effect once.
create table billing_events (
  id text primary key check (length(id) <= 255),
  type text not null check (length(type) <= 100),
  received_at timestamptz not null
);
comment on table billing_events is 'instance';
create index billing_events_age on billing_events (received_at);
alter table billing_events enable row level security;
alter table billing_events force row level security;
create policy owner_all on billing_events to baton_owner using (true) with check (true);
create policy administration on billing_events to baton_admin using (true) with check (true);
grant select, insert on billing_events to baton_admin;
