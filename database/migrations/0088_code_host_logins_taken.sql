-- A code of the host can be exchanged once: whoever comes second with it is told that the first is still under way.
alter table code_host_logins add column taken_at timestamptz;
grant update on code_host_logins to baton_app;
