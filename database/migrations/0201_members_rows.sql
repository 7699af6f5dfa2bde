-- What an organization owns refers to a person's row in users, never to the account behind it: rows of an organization can then be kept
-- in another database than accounts, with a copy of its members' rows of users beside them.
alter table watchers drop constraint watchers_user_id_fkey;
alter table watchers add constraint watchers_user_id_fkey foreign key (user_id) references users (id) not valid;
alter table ai_sessions drop constraint ai_sessions_user_id_fkey;
alter table ai_sessions add constraint ai_sessions_user_id_fkey foreign key (user_id) references users (id) not valid;
