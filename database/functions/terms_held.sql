-- Which of the terms a text holds, as the sum of powers of two: 1 for the first of them, 2 for the second and so on, 32 at most. An expression
-- and not a loop, so that it becomes part of the statement that calls it; a search asks it of a thousand rows.
create or replace function app.terms_held(p_words tsvector, p_terms tsquery[]) returns bigint language sql immutable parallel safe as $$
  select case when p_words @@ p_terms[1] then 1 else 0 end
    + case when p_words @@ p_terms[2] then 2 else 0 end
    + case when p_words @@ p_terms[3] then 4 else 0 end
    + case when p_words @@ p_terms[4] then 8 else 0 end
    + case when p_words @@ p_terms[5] then 16 else 0 end
    + case when p_words @@ p_terms[6] then 32 else 0 end
    + case when p_words @@ p_terms[7] then 64 else 0 end
    + case when p_words @@ p_terms[8] then 128 else 0 end
    -- Most questions end here.
    + case when p_terms[9] is null then 0::bigint else
      case when p_words @@ p_terms[9] then 256::bigint else 0 end
      + case when p_words @@ p_terms[10] then 512::bigint else 0 end
      + case when p_words @@ p_terms[11] then 1024::bigint else 0 end
      + case when p_words @@ p_terms[12] then 2048::bigint else 0 end
      + case when p_words @@ p_terms[13] then 4096::bigint else 0 end
      + case when p_words @@ p_terms[14] then 8192::bigint else 0 end
      + case when p_words @@ p_terms[15] then 16384::bigint else 0 end
      + case when p_words @@ p_terms[16] then 32768::bigint else 0 end
      + case when p_words @@ p_terms[17] then 65536::bigint else 0 end
      + case when p_words @@ p_terms[18] then 131072::bigint else 0 end
      + case when p_words @@ p_terms[19] then 262144::bigint else 0 end
      + case when p_words @@ p_terms[20] then 524288::bigint else 0 end
      + case when p_words @@ p_terms[21] then 1048576::bigint else 0 end
      + case when p_words @@ p_terms[22] then 2097152::bigint else 0 end
      + case when p_words @@ p_terms[23] then 4194304::bigint else 0 end
      + case when p_words @@ p_terms[24] then 8388608::bigint else 0 end
      + case when p_words @@ p_terms[25] then 16777216::bigint else 0 end
      + case when p_words @@ p_terms[26] then 33554432::bigint else 0 end
      + case when p_words @@ p_terms[27] then 67108864::bigint else 0 end
      + case when p_words @@ p_terms[28] then 134217728::bigint else 0 end
      + case when p_words @@ p_terms[29] then 268435456::bigint else 0 end
      + case when p_words @@ p_terms[30] then 536870912::bigint else 0 end
      + case when p_words @@ p_terms[31] then 1073741824::bigint else 0 end
      + case when p_words @@ p_terms[32] then 2147483648::bigint else 0 end end
$$;
revoke execute on function app.terms_held(tsvector, tsquery[]) from public;
grant execute on function app.terms_held(tsvector, tsquery[]) to baton_app, baton_search;
