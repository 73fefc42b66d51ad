-- Runs with: 0035
-- Removable later: nothing.
--
-- Saved searches with a query, and alerts: their owners are notified of new matches (decision 0107).

-- Null: a search by tags, which has a place. A query can have one.
alter table saved_searches add column query text;
alter table saved_searches drop constraint saved_searches_check;
alter table saved_searches add constraint saved_searches_place
  check (num_nonnulls(library_id, folder_id) <= 1 and (query is not null or num_nonnulls(library_id, folder_id) = 1));

-- A row for each saved search whose alert is on.
create table search_alerts (
  deployment_id bigint not null,
  saved_search_id bigint not null,
  since timestamptz(3) not null,
  -- There were more matches at that time than it remembers.
  is_limited boolean not null,
  -- Documents are looked at whose index has these words; null: all are. Computed for `languages` languages.
  words tsquery,
  places bigint[],
  languages integer not null,
  -- When names in the query are looked up again; null: it has none.
  refresh_at timestamptz(3),
  noticed_at timestamptz(3),
  primary key (deployment_id, saved_search_id),
  foreign key (deployment_id, saved_search_id) references saved_searches on delete cascade
);
create index search_alerts_refresh on search_alerts (refresh_at) where refresh_at is not null;

-- Documents of an alert: 0 indexed and not looked at yet, 1 to be announced, 2 known.
create table search_alert_documents (
  deployment_id bigint not null,
  saved_search_id bigint not null,
  document_id bigint not null,
  state smallint not null,
  found_at timestamptz(3) not null,
  primary key (deployment_id, saved_search_id, document_id),
  foreign key (deployment_id, saved_search_id) references search_alerts on delete cascade,
  foreign key (deployment_id, document_id) references documents (deployment_id, document_id) on delete cascade
);
-- For the foreign key.
create index search_alert_documents_document on search_alert_documents (deployment_id, document_id);
create index search_alert_documents_open on search_alert_documents (deployment_id, saved_search_id, state, found_at) where state < 2;
