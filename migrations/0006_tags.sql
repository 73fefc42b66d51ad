-- Tags: typed values on documents, of types that belong to a library; and search by name.

-- Both are contrib modules that every PostgreSQL package has, and trusted: the owner of the database may make them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- data_type: 0 String, 1 Numeric, 2 Date, as the API shows them. Status types are the service's own; every library has them.
-- default_key is to default_value what value_key is to value below.
create table tag_types (
  deployment_id bigint not null,
  tag_type_id bigint generated always as identity,
  library_id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  data_type smallint not null check (data_type between 0 and 2),
  is_status boolean not null default false,
  default_value text,
  default_key text collate "C",
  created_by bigint,
  created_at timestamptz(3) not null,
  primary key (deployment_id, tag_type_id),
  foreign key (deployment_id, library_id) references libraries on delete cascade,
  check ((default_value is null) = (default_key is null))
);
-- Names are unique in a library; also serves the list by name.
create unique index tag_types_name on tag_types (deployment_id, library_id, name_key);

-- Which types are offered in a folder. A default here is taken instead of the type's own.
create table folder_tag_types (
  deployment_id bigint not null,
  folder_id bigint not null,
  tag_type_id bigint not null,
  default_value text,
  default_key text collate "C",
  primary key (deployment_id, folder_id, tag_type_id),
  foreign key (deployment_id, folder_id) references folders on delete cascade,
  foreign key (deployment_id, tag_type_id) references tag_types on delete cascade,
  check ((default_value is null) = (default_key is null))
);
-- For the cascade.
create index folder_tag_types_type on folder_tag_types (deployment_id, tag_type_id);

-- Tag types belong to a library, so documents lose their values when they come to another one. A folder that does counts
-- its epoch up instead of touching what lies below it: values of another epoch than their folder's are no more, and a job
-- removes them.
alter table folders add tag_epoch integer not null default 0;

-- One value of one type on one document. value is the text as it was given; value_key is equal for equal values of the type
-- and orders as they do, so that text, numbers and dates are found and listed in one way.
create table document_tags (
  deployment_id bigint not null,
  document_id bigint not null,
  tag_type_id bigint not null,
  value text not null,
  value_key text collate "C" not null,
  tag_epoch integer not null,
  primary key (deployment_id, document_id, tag_type_id),
  foreign key (deployment_id, document_id) references documents on delete cascade,
  foreign key (deployment_id, tag_type_id) references tag_types on delete cascade
);
-- Which documents carry this value: where every search starts. Also the values of a type, and the cascade.
create index document_tags_value on document_tags (deployment_id, tag_type_id, value_key, document_id) include (tag_epoch);

-- Names that contain some words. New entries wait in a list that every search reads too, so it is kept short.
create index documents_name_words on documents using gin (deployment_id, name_key gin_trgm_ops)
  with (gin_pending_list_limit = 1024) where trashed_at is null;
create index folders_name_words on folders using gin (deployment_id, name_key gin_trgm_ops)
  with (gin_pending_list_limit = 1024) where trashed_at is null;

-- Libraries that are there already get their Status types; later ones get them when they are made.
insert into tag_types (deployment_id, library_id, name, name_key, data_type, is_status, created_at)
select l.deployment_id, l.library_id, s.name, lower(s.name), s.data_type, true, l.created_at
from libraries l cross join (values
  ('&&_Service_Content_Status', 0), ('&&_Service_ToDo_Status', 0), ('&&_Service_Assigned_Date', 2),
  ('&&_Service_Assigned_UserId', 1)
) s (name, data_type);

-- What is revised already is so for the search too.
insert into document_tags (deployment_id, document_id, tag_type_id, value, value_key, tag_epoch)
select d.deployment_id, d.document_id, y.tag_type_id, 'Revised', 'revised', f.tag_epoch
from documents d join folders f using (deployment_id, folder_id)
join tag_types y on y.deployment_id = f.deployment_id and y.library_id = f.library_id
  and y.name_key = '&&_service_content_status'
where exists (
  select from revisions r
  where r.deployment_id = d.deployment_id and r.document_id = d.document_id and r.revision_number = 2);
