-- Words as they are asked for: identifiers and paths by their parts, and texts in other languages by their own stems. The columns are
-- filled by triggers, because a generated one would rewrite the table while others use it; `tsv` stays for the release that reads it.
create extension if not exists pg_trgm;

-- calculateBerthFee and src/billing/berth-fee.ts as the words they are made of.
create function app.split_words(p_text text) returns text language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(regexp_replace(regexp_replace(p_text, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'),
    '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g'), '[^[:alnum:]]+', ' ', 'g')
$$;

-- The language a text is written in, where its small words tell and it is not English: words that English has too are left out.
create function app.language_of(p_text text) returns text language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  with words as materialized (
    select w.word from unnest(string_to_array(lower(regexp_replace(left(p_text, 2000), '[^[:alpha:]]+', ' ', 'g')), ' ')) w (word) limit 300
  ), counted as (
    select l.name, l.place, (select count(*) from words where words.word = any (l.common)) as count from (values
      (0, 'english', '{the,and,of,to,is,are,was,were,that,this,with,for,not,it,its,what,which,how,when,where,who,does,do,we,our,you,they,be,has,have,from,by,an,or,if,at,as}'::text[]),
      (1, 'german', '{der,das,und,ist,nicht,ein,eine,einen,einem,einer,für,mit,auf,von,wird,werden,dem,den,des,im,zu,zur,zum,bei,auch,sich,wie,wir,wer,wo,wann,warum,welche,welcher,welchen,welches,haben,hat,noch,nur,nach,oder,aber,gegen,kein,keine,kann,muss,darf,sie,es,ab,vom,beim,über,durch,sind}'),
      (2, 'french', '{le,la,les,des,du,et,est,une,un,dans,pour,que,qui,quel,quelle,quels,quelles,sur,pas,ne,au,aux,avec,ce,cette,sont,il,elle,nous,vous,combien,comment,pourquoi,quand,où,plus,sans,sous,leur,être,ont,se,en,faut,par}'),
      (3, 'spanish', '{el,los,las,del,y,es,una,un,en,para,que,con,por,no,se,su,lo,como,qué,cómo,cuál,cuándo,dónde,más,está,son,al,nosotros,hay}'),
      (4, 'italian', '{il,gli,della,delle,dei,di,che,è,una,un,per,con,non,si,sono,come,quale,quando,dove,perché,più,nel,nella,alla,questo,questa}'),
      (5, 'portuguese', '{os,as,da,das,dos,do,que,é,uma,um,em,para,com,não,se,como,qual,quando,onde,mais,na,nas,ao,são,você,esta}'),
      (6, 'dutch', '{de,het,een,en,van,is,niet,voor,met,op,zijn,wordt,worden,dat,die,bij,naar,ook,wie,waar,wanneer,hoe,welke,wij,geen,maar,aan}'),
      (7, 'swedish', '{och,att,det,som,är,en,ett,på,för,med,inte,av,till,den,vi,har,hur,när,vilken,vad,från,eller}'),
      (8, 'danish', '{og,at,det,som,er,en,et,på,for,med,ikke,af,til,den,vi,har,hvordan,hvornår,hvilken,hvad,fra,eller}'),
      (9, 'norwegian', '{og,at,det,som,er,en,et,på,for,med,ikke,av,til,den,vi,har,hvordan,når,hvilken,hva,fra,eller}')
    ) l (place, name, common))
  select c.name from counted c where c.place > 0 and c.count > (select e.count from counted e where e.place = 0) order by c.count desc, c.place limit 1
$$;

-- The lexemes by which a text is found. What it adds to the English ones has no positions: a phrase stands in the text as it is written.
create function app.words_in(p_text text, p_language text) returns tsvector language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
  select to_tsvector('english', p_text) || strip(to_tsvector('english', app.split_words(p_text)))
    || case when p_language is null then '' else strip(to_tsvector(p_language::regconfig, app.split_words(p_text))) end
$$;
-- The same for a title, where every lexeme counts as the title's.
create function app.words_in_title(p_title text, p_language text) returns tsvector language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
  select setweight(to_tsvector('english', p_title) || to_tsvector('english', app.split_words(p_title))
    || case when p_language is null then '' else to_tsvector(p_language::regconfig, app.split_words(p_title)) end, 'A')
$$;
create function app.words_of_memory(p_content text, p_tags text[]) returns tsvector language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
  select app.words_in(concat_ws(E'\n', p_content, nullif(array_to_string(p_tags, ' '), '')), app.language_of(p_content))
$$;
create function app.words_of_document(p_title text, p_ref text, p_body text) returns tsvector language sql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
  select app.words_in_title(p_title, l.name) || setweight(to_tsvector('simple', coalesce(p_ref, '')), 'A') || app.words_in(p_body, l.name)
  from (select app.language_of(concat_ws(' ', p_title, p_body)) as name) l
$$;

alter table memories add column words tsvector;
alter table search_documents add column words tsvector;

create function app.keep_words_of_memory() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := app.words_of_memory(new.content, new.tags);
  return new;
end $$;
create function app.keep_words_of_document() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := app.words_of_document(new.title, new.ref, new.body);
  return new;
end $$;
revoke execute on function app.keep_words_of_memory(), app.keep_words_of_document() from public;
create trigger keep_words before insert or update of content, tags on memories for each row execute function app.keep_words_of_memory();
create trigger keep_words before insert or update of title, ref, body on search_documents for each row
  execute function app.keep_words_of_document();

-- How many memories each term is in, counted no further than p_most.
create function app.count_memory_words(p_terms text[], p_scopes uuid[], p_most integer) returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_query tsquery;
begin
  if v_org is null then raise exception 'count_memory_words: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  for i in 1 .. cardinality(p_terms) loop
    v_query := p_terms[i]::tsquery;
    return query select i, count(*)::integer from (select from public.memories m
      where m.org_id = v_org and m.words @@ v_query and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or m.project_id <> all (v_hidden))
      limit p_most) found;
  end loop;
end $$;

-- Memories with any of the terms, those with the heaviest ones first.
create function app.match_memory_words(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamptz, p_most integer, p_limit integer)
  returns table (id uuid, scope_id uuid, place integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
  v_any tsquery := array_to_string(p_terms, ' | ')::tsquery;
begin
  if v_org is null then raise exception 'match_memory_words: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  return query select f.id, f.scope_id, f.place from (
      select m.id, m.scope_id, m.place, m.words from public.memories m
      where m.org_id = v_org and m.words @@ v_any and m.deleted_at is null and m.superseded_by is null
        and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or m.project_id <> all (v_hidden))
        and (p_tag is null or m.tags @> array[p_tag])
        and (m.valid_from is null or m.valid_from <= p_now) and (m.valid_until is null or m.valid_until > p_now)
      limit p_most) f
    order by (select sum(t.weight) from unnest(v_terms, p_weights) t (query, weight) where f.words @@ t.query) desc, f.id desc limit p_limit;
end $$;

-- Words of memories that are spelled nearly like these, which no memory holds: what was meant by a slip, and compounds.
create function app.words_like_in_memories(p_words text[], p_scopes uuid[], p_most integer) returns table (asked integer, word text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
begin
  if v_org is null then raise exception 'words_like_in_memories: no organization is set'; end if;
  v_hidden := app.hidden_projects();
  for i in 1 .. cardinality(p_words) loop
    return query select i, s.word from (
        select distinct lower(t.word) as word from (select m.content from memories m
            where m.org_id = v_org and p_words[i] <% m.content and m.deleted_at is null and m.superseded_by is null
              and (p_scopes is null or m.scope_id = any (p_scopes)) and (m.owner_id = v_user or m.project_id <> all (v_hidden))
            limit p_most) f
          cross join lateral regexp_split_to_table(concat_ws(' ', left(f.content, 4000), app.split_words(left(f.content, 4000))), '[^[:alnum:]]+') t (word)
      ) s where word_similarity(p_words[i], s.word) >= 0.35 or word_similarity(s.word, p_words[i]) >= 0.35
      order by similarity(s.word, p_words[i]) desc limit 30;
  end loop;
end $$;

-- The same three for everything else.
create function app.count_document_words(p_terms text[], p_project uuid, p_archived boolean, p_most integer) returns table (term integer, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_teams uuid[];
  v_query tsquery;
begin
  if v_org is null then raise exception 'count_document_words: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  for i in 1 .. cardinality(p_terms) loop
    v_query := p_terms[i]::tsquery;
    return query select i, count(*)::integer from (select from public.search_documents d
      where d.org_id = v_org and d.words @@ v_query and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
      limit p_most) found;
  end loop;
end $$;

create function app.match_document_words(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean,
    p_most integer, p_limit integer) returns table (id uuid, kind text, count integer)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_teams uuid[];
  v_terms tsquery[] := p_terms::tsquery[];
  v_query tsquery := array_to_string(p_terms, ' | ')::tsquery;
  v_phrase text;
begin
  if v_org is null then raise exception 'match_document_words: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  foreach v_phrase in array p_phrases loop v_query := v_query && v_phrase::tsquery; end loop;
  return query with found as materialized (
      select d.id, d.item_id, d.kind, d.words from public.search_documents d
      where d.org_id = v_org and d.words @@ v_query and (p_project is null or d.project_id = p_project)
        and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
      limit p_most
    ), best as (
      select f.id, f.kind from found f where p_kinds is null or f.kind = any (p_kinds)
      order by (select sum(t.weight * case when f.words @@ t.query then 1 else 0 end) from unnest(v_terms, p_weights) t (query, weight)) desc,
        f.id desc limit p_limit
    ) select b.id, b.kind, null::integer from best b
    union all select null, f.kind, count(distinct f.item_id)::integer from found f group by f.kind;
end $$;

create function app.words_like_in_documents(p_words text[], p_project uuid, p_archived boolean, p_most integer) returns table (asked integer, word text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  v_org uuid := app.org();
  v_user uuid := app.user();
  v_hidden uuid[];
  v_teams uuid[];
begin
  if v_org is null then raise exception 'words_like_in_documents: no organization is set'; end if;
  v_hidden := app.unsearched_projects(p_archived);
  v_teams := app.own_teams();
  for i in 1 .. cardinality(p_words) loop
    return query select i, s.word from (
        select distinct lower(t.word) as word from (select d.title || ' ' || d.body as content from search_documents d
            where d.org_id = v_org and p_words[i] <% (d.title || ' ' || d.body) and (p_project is null or d.project_id = p_project)
              and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, v_user, v_hidden, v_teams)
            limit p_most) f
          cross join lateral regexp_split_to_table(concat_ws(' ', left(f.content, 4000), app.split_words(left(f.content, 4000))), '[^[:alnum:]]+') t (word)
      ) s where word_similarity(p_words[i], s.word) >= 0.35 or word_similarity(s.word, p_words[i]) >= 0.35
      order by similarity(s.word, p_words[i]) desc limit 30;
  end loop;
end $$;

revoke execute on function app.count_memory_words(text[], uuid[], integer),
  app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer), app.words_like_in_memories(text[], uuid[], integer),
  app.count_document_words(text[], uuid, boolean, integer),
  app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer),
  app.words_like_in_documents(text[], uuid, boolean, integer) from public;
grant execute on function app.count_memory_words(text[], uuid[], integer),
  app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer), app.words_like_in_memories(text[], uuid[], integer),
  app.count_document_words(text[], uuid, boolean, integer),
  app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer),
  app.words_like_in_documents(text[], uuid, boolean, integer) to baton_app;
-- An owner gives a function away only to a role that may create in its schema; the right lasts for these statements.
grant create on schema app to baton_search;
alter function app.count_memory_words(text[], uuid[], integer) owner to baton_search;
alter function app.match_memory_words(text[], real[], uuid[], text, timestamptz, integer, integer) owner to baton_search;
alter function app.words_like_in_memories(text[], uuid[], integer) owner to baton_search;
alter function app.count_document_words(text[], uuid, boolean, integer) owner to baton_search;
alter function app.match_document_words(text[], real[], text[], text[], uuid, boolean, integer, integer) owner to baton_search;
alter function app.words_like_in_documents(text[], uuid, boolean, integer) owner to baton_search;
revoke create on schema app from baton_search;
