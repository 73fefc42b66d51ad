-- Searches by tags that people have saved for themselves: of a library or of a folder.
create table saved_searches (
  deployment_id bigint not null,
  saved_search_id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  library_id bigint,
  folder_id bigint,
  -- [{"TagTypeId": …, "Value": …}, …] as they were given.
  criteria jsonb not null,
  created_at timestamptz(3) not null,
  primary key (deployment_id, saved_search_id),
  foreign key (deployment_id, user_id) references users,
  foreign key (deployment_id, library_id) references libraries on delete cascade,
  foreign key (deployment_id, folder_id) references folders on delete cascade,
  check (num_nonnulls(library_id, folder_id) = 1)
);
-- Which searches has this person saved, by name; each name once.
create unique index saved_searches_name on saved_searches (deployment_id, user_id, name_key);
-- Which searches go with a library or folder that is removed.
create index saved_searches_library on saved_searches (deployment_id, library_id) where library_id is not null;
create index saved_searches_folder on saved_searches (deployment_id, folder_id) where folder_id is not null;
