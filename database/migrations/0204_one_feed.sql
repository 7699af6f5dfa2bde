-- The feed takes kinds beside a type; no release has asked for a function of its own for them.
drop function if exists app.feed_of_kinds(text[], uuid, uuid, uuid, uuid, timestamptz, timestamptz, bigint, integer);
