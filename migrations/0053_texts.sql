-- Runs with: 0035
-- Removable later: nothing.
--
-- Text of contents (decision 0101): read once for each content, however many documents have it. It is deleted with the
-- content, in the same transaction.
create table content_texts (
  deployment_id bigint not null,
  blob_id bigint not null,
  -- Which part read it, such as `pdf` or `ocr`. Null: the content has no text that can be read.
  method text,
  -- The text search configuration of its language.
  language text not null,
  -- False: the text continues after what is stored.
  is_complete boolean not null,
  -- Words with their positions, by `language`. Null: there is no text.
  vector tsvector,
  -- As in thumbnails: a program that could read it and was missing, attempts, and when to try again.
  missing_part text,
  attempts smallint not null,
  retry_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (deployment_id, blob_id),
  foreign key (deployment_id, blob_id) references blobs (deployment_id, blob_id) on delete cascade
);

-- The text itself in parts of a few kilobytes, from which a search takes the lines around a word.
create table text_parts (
  deployment_id bigint not null,
  blob_id bigint not null,
  part_number integer not null,
  -- The page that it is on, from 1. Null: the content has no pages.
  page integer,
  -- The position of its first word in the vector, from 1.
  first_word integer not null,
  text text not null,
  primary key (deployment_id, blob_id, part_number),
  foreign key (deployment_id, blob_id) references content_texts (deployment_id, blob_id) on delete cascade
);
