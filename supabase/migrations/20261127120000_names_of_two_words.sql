-- نور الدين is one given name, and Ilyas & Anas are two people: neither becomes shorter by an initial.

-- "Youssef Benali" as "Youssef B.": the first word, and the first letter of the last one that begins with a letter, in
-- Arabic after its article. عبد and what follows it are one word, الدين and what precedes it too. A name without such a word
-- stays whole, and so do two people's with a word or sign between them, and a board's default.
create or replace function private.short_name(name text) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  words constant text[] := array(
    select matched.word[1] from pg_catalog.regexp_matches(name, '((?:عبد\s+)?\S+(?:\s+الدين(?!\S))?)', 'g') with ordinality as matched (word, place)
    order by matched.place
  );
  letter text;
begin
  if private.player_key(name) is null or name ~* '\s(&|\+|/|and|et|و)\s' then
    return name;
  end if;
  for place in reverse pg_catalog.cardinality(words)..2 loop
    letter := pg_catalog.left(pg_catalog.regexp_replace(words[place], '^ال(?=..)', ''), 1);
    -- What is neither ASCII's digits and signs nor a symbol: the database may not know other alphabets' letters.
    if pg_catalog.char_length(words[place]) > 1
      and letter !~ '[\u0001-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u2BFF\uFE00-\uFE0F\U0001F000-\U0001FAFF]'
    then
      return words[1] || ' ' || letter || '.';
    end if;
  end loop;
  return name;
end;
$$;
