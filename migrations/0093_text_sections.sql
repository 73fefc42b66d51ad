-- Runs with: 0035
-- Removable later: nothing.
--
-- Sections of long texts (decision 0140): a vector keeps 255 positions of a word and 16 383 of a text. Texts that have more are also
-- stored as sections, each with all positions of its words. Older releases don't read them.

create table text_sections (
  deployment_id bigint not null,
  blob_id bigint not null,
  section_number integer not null,
  -- The position of its first word in the text, from 1. Sections overlap.
  first_word integer not null,
  vector tsvector not null,
  primary key (deployment_id, blob_id, section_number),
  foreign key (deployment_id, blob_id) references content_texts (deployment_id, blob_id) on delete cascade
);

-- Bytes of the sections as stored; 0: it needs none. Null: no text, or an older release stored it, and a job decides.
alter table content_texts add column section_bytes integer;
create index content_texts_undecided on content_texts (deployment_id, blob_id) where section_bytes is null and vector is not null;

-- Older releases know no sections.
create function forget_sections() returns trigger language plpgsql as $$
begin
  new.section_bytes := null;
  return new;
end $$;
create trigger sections_forgotten before update of vector on content_texts for each row execute function forget_sections();

-- Whether PostgreSQL left out positions of the text.
create function lacks_positions(p_vector tsvector) returns boolean language sql immutable parallel safe as $$
  select exists (
    select from unnest(p_vector) where cardinality(positions) >= 255 or positions[cardinality(positions)] >= 16383
  )
$$;

-- Sections don't change which words a text has.
create function log_changed_texts_for_search() returns trigger language plpgsql as $$
begin
  insert into search_changes (deployment_id, blob_id)
  select a.deployment_id, a.blob_id from added a join removed r using (deployment_id, blob_id)
  where (a.method, a.language, a.created_at, a.attempts) is distinct from (r.method, r.language, r.created_at, r.attempts);
  return null;
end $$;
drop trigger texts_changed_for_search on content_texts;
create trigger texts_changed_for_search after update on content_texts referencing old table as removed new table as added
  for each statement execute function log_changed_texts_for_search();
