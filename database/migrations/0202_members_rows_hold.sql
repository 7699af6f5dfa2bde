alter table watchers validate constraint watchers_user_id_fkey;
alter table ai_sessions validate constraint ai_sessions_user_id_fkey;
