-- A transaction of its own: the columns' exclusive lock is gone, and filling them holds nobody up. Then the indexes the feed walks along.
update events set user_id = (actor ->> 'user_id')::uuid, agent_id = (actor ->> 'agent_id')::uuid
where user_id is null and actor ->> 'user_id' is not null;
create index events_type on events (org_id, type, seq);
create index events_user on events (org_id, user_id, seq) where user_id is not null;
create index events_agent on events (org_id, agent_id, seq) where agent_id is not null;
