-- All of these are in PL/pgSQL because it keeps its plans: a function in SQL that has a path of its own is parsed and planned again in every
-- transaction, which took longer than the words of a short text themselves.

-- calculateBerthFee and src/billing/berth-fee.ts as the words they are made of.
create or replace function app.split_words(p_text text) returns text language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return regexp_replace(regexp_replace(regexp_replace(p_text, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'),
    '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g'), '[^[:alnum:]]+', ' ', 'g');
end $$;

-- The language a text is written in, where its small words tell and it is not English: words that English has too are left out.
create or replace function app.language_of(p_text text) returns text language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return (with words as materialized (
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
  select c.name from counted c where c.place > 0 and c.count > (select e.count from counted e where e.place = 0) order by c.count desc, c.place limit 1);
end $$;

-- The lexemes by which a text is found. What it adds to the English ones has no positions: a phrase stands in the text as it is written.
create or replace function app.words_in(p_text text, p_language text) returns tsvector language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
begin
  return to_tsvector('english', p_text) || strip(to_tsvector('english', app.split_words(p_text)))
    || case when p_language is null then '' else strip(to_tsvector(p_language::regconfig, app.split_words(p_text))) end;
end $$;

-- The same for a title, where every lexeme counts as the title's.
create or replace function app.words_in_title(p_title text, p_language text) returns tsvector language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
begin
  return setweight(to_tsvector('english', p_title) || to_tsvector('english', app.split_words(p_title))
    || case when p_language is null then '' else to_tsvector(p_language::regconfig, app.split_words(p_title)) end, 'A');
end $$;

create or replace function app.words_of_memory(p_content text, p_tags text[]) returns tsvector language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
begin
  return app.words_in(concat_ws(E'\n', p_content, nullif(array_to_string(p_tags, ' '), '')), app.language_of(p_content));
end $$;

create or replace function app.words_of_document(p_title text, p_ref text, p_body text) returns tsvector language plpgsql immutable parallel safe
  set search_path = pg_catalog, pg_temp as $$
declare
  v_language text := app.language_of(concat_ws(' ', p_title, p_body));
begin
  return app.words_in_title(p_title, v_language) || setweight(to_tsvector('simple', coalesce(p_ref, '')), 'A') || app.words_in(p_body, v_language);
end $$;

create or replace function app.keep_words_of_memory() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := app.words_of_memory(new.content, new.tags);
  return new;
end $$;
revoke execute on function app.keep_words_of_memory() from public;

create or replace function app.keep_words_of_document() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.words := app.words_of_document(new.title, new.ref, new.body);
  return new;
end $$;
revoke execute on function app.keep_words_of_document() from public;

-- Tags are searched like words of the content.
create or replace function app.words_of(p_tags text[]) returns text language sql immutable set search_path = pg_catalog, pg_temp
  as $$ select array_to_string(p_tags, ' ') $$;

-- What of a published thing is searched: its name, and all that is shown of it.
create or replace function app.published_words(p_fields jsonb, p_body text) returns tsvector language sql immutable set search_path = pg_catalog, pg_temp as $$
  select setweight(to_tsvector('english', concat_ws(' ', p_fields ->> 'name', p_fields ->> 'title')), 'A')
    || setweight(to_tsvector('english', concat_ws(' ', p_fields ->> 'description', p_fields ->> 'role', p_fields ->> 'content', p_fields ->> 'tags', p_body)), 'B')
$$;
revoke execute on function app.published_words(jsonb, text) from public;
grant execute on function app.published_words(jsonb, text) to baton_app, baton_public, baton_admin;
