-- The browser of a person may repeat a write for as long as it keeps it. A key is looked at when its answer expires; until `kept_until`
-- it then goes on as proof that the call was made. The previous version names neither column: its keys are kept for a day.
alter table idempotency
  add column expires_at timestamptz not null default now() + interval '1 day',
  add column kept_until timestamptz;
