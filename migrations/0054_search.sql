-- Runs with: 0035
-- Removable later: nothing.
--
-- The index of the search inside documents (decision 0102): a row for each document with the words of its name, its tags
-- and its text. A job writes it from a log of changes, which triggers keep, so that no release and no tool bypasses it.

-- Counts the indexings of documents. Documents that were indexed about the same time are in one era, so that a search for a
-- frequent word can begin with the newest ones.
create sequence search_runs;

create table document_search (
  deployment_id bigint not null,
  document_id bigint not null,
  -- As they were when the row was written. A search compares the folder with that of the document.
  folder_id bigint not null,
  blob_id bigint not null,
  modified_at timestamptz(3) not null,
  -- search_place_keys(). Without the key of another library, so a search by a site admin does not read personal ones.
  places bigint[] not null,
  era integer not null default nextval('search_runs') / 4096,
  -- Words of the name (A) and the tags (B) with their positions.
  head tsvector not null,
  -- search_lexemes(): all words without positions, and what a search also asks the index for.
  lexemes tsvector not null,
  primary key (deployment_id, document_id),
  foreign key (deployment_id, document_id) references documents (deployment_id, document_id) on delete cascade
) with (
  -- The lexemes are stored apart, because a search reads thousands of rows and the lexemes of few.
  toast_tuple_target = 256, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05
);
-- Documents with words, in libraries and below folders, that were indexed lately. `fastupdate` would let each search read up to 4 MB
-- of pending entries.
create index document_search_words on document_search using gin (places, era, lexemes) with (fastupdate = off);
alter table document_search alter column head set storage main;

-- Text search configurations of the texts in a deployment.
create table search_languages (
  deployment_id bigint not null references deployments,
  language text not null,
  primary key (deployment_id, language)
);

-- Documents to index again: one document, all with a content, or all in a folder.
create table search_changes (
  change_id bigint generated always as identity,
  -- Of existing documents after an upgrade or by `carrel reindex`: changes of people come first.
  is_backfill boolean not null default false,
  deployment_id bigint not null,
  document_id bigint,
  blob_id bigint,
  folder_id bigint,
  primary key (is_backfill, change_id)
);
alter table search_changes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 1);

-- Contents of indexed documents whose text was not read yet. The queue of jobs gets a few at a time.
create table wanted_texts (
  deployment_id bigint not null,
  blob_id bigint not null,
  wanted_id bigint generated always as identity,
  primary key (deployment_id, blob_id),
  foreign key (deployment_id, blob_id) references blobs (deployment_id, blob_id) on delete cascade
);
create index wanted_texts_order on wanted_texts (wanted_id);

-- The part that contains the n-th word of a text.
create index text_parts_word on text_parts (deployment_id, blob_id, first_word);

-- The keys of the places that contain documents of a folder: its library, the corporate libraries of the deployment, the folders
-- on its path.
create function search_place_keys(p_deployment bigint, p_owner bigint, p_library bigint, p_path bigint[]) returns bigint[]
language sql immutable parallel safe as $$
  select array_agg(key) from (
    select p_library * 4 + 1 as key
    union all select p_deployment * 4 + 3 where p_owner is null
    union all select above * 4 + 2 from unnest(p_path) above
  ) keys
$$;

-- The words of a document without positions and, for the index: `@word` for words of the name; `=wor` for words that begin with
-- three, four or six letters, and `@=wor` for those of the name; the characters of a pair of Chinese and the like; the facts.
-- A tsvector has at most 1 MB. Texts of very many different words get fewer of these.
create function search_lexemes(p_head tsvector, p_text tsvector, p_facts text[]) returns tsvector
language sql immutable parallel safe as $$
  with names as materialized (
    select word from unnest(tsvector_to_array(ts_filter(p_head, '{a}'))) word where word <> '~'
  ), words as materialized (
    select word from unnest(tsvector_to_array(p_head)) word where word <> '~'
    union select unnest(tsvector_to_array(coalesce(p_text, '')))
  ), size as (
    select coalesce(sum(octet_length(word)), 0) as bytes from words
  )
  select array_to_tsvector(array(
    select word from words
    union all select '@' || word from names
    union all select '@=' || left(word, n) from names, unnest(array[3, 4, 6]) n where length(word) > n
    union all select '=' || left(word, n) from words, unnest(array[3, 4, 6]) n, size
      where length(word) > n and bytes < case n when 3 then 450000 else 230000 end
    union all select part from words, lateral (values ('=' || left(word, 1)), ('=' || right(word, 1))) pair (part), size
      where length(word) = 2 and octet_length(word) >= 6 and bytes < 230000
    union all select '@=' || part from names, lateral (values (left(word, 1)), (right(word, 1))) pair (part)
      where length(word) = 2 and octet_length(word) >= 6
    union all select unnest(p_facts)
  ))
$$;

create function log_added_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, document_id) select deployment_id, document_id from added;
  return null;
end $$;
create trigger documents_added_for_search after insert on documents referencing new table as added
  for each statement execute function log_added_for_search();

-- Words of purged documents leave the index at once.
create function log_changed_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, document_id)
  select a.deployment_id, a.document_id from added a join removed r using (deployment_id, document_id)
  where a.purged_at is null
    and (a.name, a.folder_id, a.blob_id, a.modified_at) is distinct from (r.name, r.folder_id, r.blob_id, r.modified_at);
  delete from document_search s using added a
  where a.purged_at is not null and s.deployment_id = a.deployment_id and s.document_id = a.document_id;
  return null;
end $$;
create trigger documents_changed_for_search after update on documents referencing old table as removed new table as added
  for each statement execute function log_changed_for_search();

create function log_tags_for_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into search_changes (deployment_id, document_id) select distinct deployment_id, document_id from removed;
  else
    insert into search_changes (deployment_id, document_id) select distinct deployment_id, document_id from added;
  end if;
  return null;
end $$;
create trigger tags_added_for_search after insert on document_tags referencing new table as added
  for each statement execute function log_tags_for_search();
create trigger tags_changed_for_search after update on document_tags referencing new table as added
  for each statement execute function log_tags_for_search();
create trigger tags_removed_for_search after delete on document_tags referencing old table as removed
  for each statement execute function log_tags_for_search();

create function log_texts_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, blob_id) select deployment_id, blob_id from added;
  return null;
end $$;
create trigger texts_added_for_search after insert on content_texts referencing new table as added
  for each statement execute function log_texts_for_search();
create trigger texts_changed_for_search after update on content_texts referencing new table as added
  for each statement execute function log_texts_for_search();

create function log_folders_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, folder_id)
  select a.deployment_id, a.folder_id from added a join removed r using (deployment_id, folder_id)
  where (a.library_id, a.path, a.tag_epoch) is distinct from (r.library_id, r.path, r.tag_epoch);
  return null;
end $$;
create trigger folders_changed_for_search after update on folders referencing old table as removed new table as added
  for each statement execute function log_folders_for_search();

-- A personal library becomes a corporate one.
create function log_libraries_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, folder_id)
  select a.deployment_id, f.folder_id
  from added a join removed r using (deployment_id, library_id) join folders f using (deployment_id, library_id)
  where a.owner_id is distinct from r.owner_id;
  return null;
end $$;
create trigger libraries_changed_for_search after update on libraries referencing old table as removed new table as added
  for each statement execute function log_libraries_for_search();

-- Existing documents, of which the newest will be in the newest eras.
insert into search_changes (is_backfill, deployment_id, document_id)
select true, deployment_id, document_id from documents order by document_id;
