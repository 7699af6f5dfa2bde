-- What looks like a problem somebody is about to report: their own reports, and what an administrator has made known to everybody. Of a
-- known problem nothing is told but the words that were written for that.
create or replace function app.similar_reports(p_words text, p_most integer)
  returns table (id uuid, number bigint, title text, status text, own boolean, rank real)
  language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with asked as (
    select (select string_agg(format('%s:*', quote_literal(word)), ' | ')::tsquery
      from unnest(regexp_split_to_array(lower(left(p_words, 400)), '[^[:alnum:]]+')) word where length(word) > 2) as query
  ), seen as (
    select r.id, r.number, case when r.user_id = app.user() then r.title else r.known_as end as title, r.status, r.user_id = app.user() as own,
      to_tsvector('simple', case when r.user_id = app.user() then r.title || ' ' || left(r.body, 2000) || ' ' || coalesce(r.known_as, '') else r.known_as end) as words
    from public.issue_reports r
    where r.merged_into is null and app.user() is not null and (r.user_id = app.user() or r.known_as is not null)
  )
  select s.id, s.number, s.title, s.status, s.own, ts_rank(s.words, a.query) from seen s, asked a
  where a.query is not null and s.words @@ a.query order by 6 desc, s.id desc limit least(p_most, 20)
$$;
revoke execute on function app.similar_reports(text, integer) from public;
grant execute on function app.similar_reports(text, integer) to baton_app;
