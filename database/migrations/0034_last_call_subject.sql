-- What an agent's last call was about, as a key, slug or id.
alter table agent_last_calls add column subject text check (length(subject) <= 64);
