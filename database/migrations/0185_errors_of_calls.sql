-- Why a tool call was refused, in the server's own words: people read it in the session.
alter table recent_calls add column error text;
