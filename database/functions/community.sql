-- Who wrote a post that everybody reads: name and handle and nothing else.
create or replace function app.community_author(p_author uuid) returns table (handle text, name text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select u.handle::text, u.name::text from public.users u where u.id = p_author
    and (u.id = app.user() or exists (select from public.community_posts p where p.author_id = u.id and p.status = 'published'))
$$;
revoke execute on function app.community_author(uuid) from public;
grant execute on function app.community_author(uuid) to baton_app;

-- Counts a flag that was just written. At the threshold the post is hidden until a moderator has looked; what one has looked at and shown stays.
create or replace function app.count_community_flag(p_post uuid, p_moderation uuid, p_threshold integer, p_at timestamptz) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_post public.community_posts;
begin
  update public.community_posts p set flags = (select count(*) from public.community_flags f where f.post_id = p_post)
    where p.id = p_post and p.status = 'published' returning * into v_post;
  if v_post.id is null then return 'gone'; end if;
  if v_post.flags < p_threshold or exists (select from public.community_moderations m where m.post_id = p_post and m.action = 'restore'
      and m.undone_at is null) then
    return v_post.status;
  end if;
  update public.community_posts p set status = 'hidden', version = p.version + 1 where p.id = p_post;
  insert into public.community_moderations (id, post_id, action, reason, moderator_id, before, after, created_at)
    values (p_moderation, p_post, 'flags', format('%s people flagged it', v_post.flags), null, 'published', 'hidden', p_at);
  return 'hidden';
end $$;
revoke execute on function app.count_community_flag(uuid, uuid, integer, timestamptz) from public;
grant execute on function app.count_community_flag(uuid, uuid, integer, timestamptz) to baton_app;
