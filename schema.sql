create table activity (
  deployment_id bigint not null,
  activity_id bigint generated always as identity not null,
  occurred_at timestamp(3) with time zone not null,
  activity_type text not null,
  user_id bigint,
  visitor_email text,
  library_id bigint,
  folder_id bigint,
  document_id bigint,
  content_name text not null,
  details jsonb
) partition by RANGE (occurred_at);
CREATE INDEX activity_document ON ONLY public.activity USING btree (deployment_id, document_id, occurred_at, activity_id) WHERE (document_id IS NOT NULL);
CREATE INDEX activity_failed_sign_ins ON ONLY public.activity USING btree (deployment_id, occurred_at) WHERE (activity_type = 'InvalidUserOrPassword'::text);
CREATE INDEX activity_library ON ONLY public.activity USING btree (deployment_id, library_id, occurred_at, activity_id) WHERE (library_id IS NOT NULL);
CREATE INDEX activity_time ON ONLY public.activity USING brin (occurred_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX activity_user ON ONLY public.activity USING btree (deployment_id, user_id, occurred_at, activity_id);
alter table activity add constraint activity_pkey PRIMARY KEY (deployment_id, activity_id, occurred_at);

create table activity_days (
  deployment_id bigint not null,
  day date not null,
  events bigint not null
);
alter table activity_days add constraint activity_days_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table activity_days add constraint activity_days_pkey PRIMARY KEY (deployment_id, day);

create table activity_seals (
  deployment_id bigint not null,
  seal_number bigint not null,
  through_id bigint not null,
  row_count bigint not null,
  seal bytea not null,
  sealed_at timestamp(3) with time zone not null
);
alter table activity_seals add constraint activity_seals_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table activity_seals add constraint activity_seals_pkey PRIMARY KEY (deployment_id, seal_number);

create table async_job_files (
  deployment_id bigint not null,
  job_id bigint not null,
  form text not null,
  storage_key text collate "C" not null,
  size bigint not null,
  sha256 bytea not null
);
CREATE UNIQUE INDEX async_job_files_storage_key ON public.async_job_files USING btree (storage_key);
alter table async_job_files add constraint async_job_files_deployment_id_job_id_fkey FOREIGN KEY (deployment_id, job_id) REFERENCES async_jobs(deployment_id, job_id) ON DELETE CASCADE;
alter table async_job_files add constraint async_job_files_form_check CHECK ((form = ANY (ARRAY['json'::text, 'csv'::text])));
alter table async_job_files add constraint async_job_files_pkey PRIMARY KEY (deployment_id, job_id, form);

create table async_jobs (
  deployment_id bigint not null,
  job_id bigint generated always as identity not null,
  kind text not null,
  created_by bigint not null,
  created_at timestamp(3) with time zone not null,
  parameters jsonb not null,
  state text default 'processing'::text not null,
  progress jsonb,
  failures integer default 0 not null,
  error text,
  result jsonb,
  finished_at timestamp(3) with time zone,
  retrieved_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone
);
CREATE INDEX async_jobs_creator ON public.async_jobs USING btree (deployment_id, created_by, job_id DESC);
CREATE INDEX async_jobs_processing ON public.async_jobs USING btree (created_at) WHERE (state = 'processing'::text);
CREATE INDEX async_jobs_results ON public.async_jobs USING btree (expires_at) WHERE (result IS NOT NULL);
CREATE INDEX async_jobs_verifications ON public.async_jobs USING btree (deployment_id, job_id DESC) WHERE (kind = 'audit-verification'::text);
alter table async_jobs add constraint async_jobs_check CHECK (((state = 'processing'::text) = (finished_at IS NULL)));
alter table async_jobs add constraint async_jobs_check1 CHECK (((finished_at IS NULL) = (expires_at IS NULL)));
alter table async_jobs add constraint async_jobs_check2 CHECK (((error IS NOT NULL) = (state = 'failed'::text)));
alter table async_jobs add constraint async_jobs_check3 CHECK (((retrieved_at IS NULL) OR (state = 'complete'::text)));
alter table async_jobs add constraint async_jobs_deployment_id_created_by_fkey FOREIGN KEY (deployment_id, created_by) REFERENCES users(deployment_id, user_id);
alter table async_jobs add constraint async_jobs_pkey PRIMARY KEY (deployment_id, job_id);
alter table async_jobs add constraint async_jobs_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'complete'::text, 'failed'::text, 'cancelled'::text])));

create table audit_head_places (
  deployment_id bigint not null,
  place_id text not null,
  sequence bigint not null,
  seal_number bigint not null,
  written_at timestamp(3) with time zone not null
);
alter table audit_head_places add constraint audit_head_places_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table audit_head_places add constraint audit_head_places_pkey PRIMARY KEY (deployment_id, place_id);

create table blobs (
  deployment_id bigint not null,
  blob_id bigint generated always as identity not null,
  sha256 bytea not null,
  crc32 bigint not null,
  size bigint not null,
  storage_key text collate "C" not null,
  created_at timestamp(3) with time zone not null
);
CREATE TRIGGER blobs_added AFTER INSERT ON public.blobs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_added_bytes();
CREATE TRIGGER blobs_changed AFTER UPDATE ON public.blobs REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_changed_bytes();
CREATE TRIGGER blobs_removed AFTER DELETE ON public.blobs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION log_removed_bytes();
CREATE UNIQUE INDEX blobs_content ON public.blobs USING btree (deployment_id, sha256);
CREATE UNIQUE INDEX blobs_storage_key ON public.blobs USING btree (storage_key);
alter table blobs add constraint blobs_pkey PRIMARY KEY (deployment_id, blob_id);

create table comment_counts (
  deployment_id bigint not null,
  document_id bigint not null,
  comments integer default 0 not null,
  open_threads integer default 0 not null,
  changes bigint default 0 not null
);
alter table comment_counts add constraint comment_counts_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table comment_counts add constraint comment_counts_pkey PRIMARY KEY (deployment_id, document_id);

create table comment_notices (
  deployment_id bigint not null,
  document_id bigint not null,
  user_id bigint not null,
  comment_ids bigint[] default '{}'::bigint[] not null,
  is_mailed boolean default false not null,
  noticed_at timestamp(3) with time zone
);
alter table comment_notices add constraint comment_notices_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table comment_notices add constraint comment_notices_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table comment_notices add constraint comment_notices_pkey PRIMARY KEY (deployment_id, document_id, user_id);

create table comments (
  deployment_id bigint not null,
  comment_id bigint generated always as identity not null,
  document_id bigint not null,
  thread_id bigint not null,
  revision_id bigint,
  page integer,
  region double precision[],
  text text not null,
  author_id bigint,
  author_email text,
  author_name text,
  visitor_key text,
  mentioned_ids bigint[] default '{}'::bigint[] not null,
  task_id bigint,
  is_decision boolean default false not null,
  created_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone,
  resolved_at timestamp(3) with time zone,
  resolved_by bigint,
  deleted_at timestamp(3) with time zone
);
CREATE INDEX comments_decisions ON public.comments USING btree (deployment_id, document_id, comment_id) WHERE is_decision;
CREATE INDEX comments_state ON public.comments USING btree (deployment_id, document_id, ((resolved_at IS NOT NULL)), comment_id) WHERE (thread_id = comment_id);
CREATE INDEX comments_thread ON public.comments USING btree (deployment_id, document_id, thread_id, comment_id);
CREATE TRIGGER comments_added AFTER INSERT ON public.comments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_comments();
CREATE TRIGGER comments_changed AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changed_comments();
CREATE TRIGGER comments_removed AFTER DELETE ON public.comments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_comments();
CREATE UNIQUE INDEX comments_task ON public.comments USING btree (deployment_id, task_id) WHERE (task_id IS NOT NULL);
alter table comments add constraint comments_check CHECK ((num_nonnulls(author_id, author_email, author_name) = 1));
alter table comments add constraint comments_check1 CHECK (((region IS NULL) OR (page IS NOT NULL)));
alter table comments add constraint comments_check2 CHECK (((thread_id = comment_id) OR ((page IS NULL) AND (resolved_at IS NULL))));
alter table comments add constraint comments_deployment_id_author_id_fkey FOREIGN KEY (deployment_id, author_id) REFERENCES users(deployment_id, user_id);
alter table comments add constraint comments_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table comments add constraint comments_deployment_id_document_id_thread_id_fkey FOREIGN KEY (deployment_id, document_id, thread_id) REFERENCES comments(deployment_id, document_id, comment_id);
alter table comments add constraint comments_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table comments add constraint comments_deployment_id_resolved_by_fkey FOREIGN KEY (deployment_id, resolved_by) REFERENCES users(deployment_id, user_id);
alter table comments add constraint comments_deployment_id_task_id_fkey FOREIGN KEY (deployment_id, task_id) REFERENCES tasks(deployment_id, task_id) ON DELETE SET NULL (task_id);
alter table comments add constraint comments_page_check CHECK (((page >= 1) AND (page <= 100000)));
alter table comments add constraint comments_pkey PRIMARY KEY (deployment_id, document_id, comment_id);
alter table comments add constraint comments_region_check CHECK ((cardinality(region) = 4));

create table content_texts (
  deployment_id bigint not null,
  blob_id bigint not null,
  method text,
  language text not null,
  is_complete boolean not null,
  vector tsvector,
  missing_part text,
  attempts smallint not null,
  retry_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  section_bytes integer
);
CREATE INDEX content_texts_missing ON public.content_texts USING btree (missing_part, created_at) WHERE (missing_part IS NOT NULL);
CREATE INDEX content_texts_undecided ON public.content_texts USING btree (deployment_id, blob_id) WHERE ((section_bytes IS NULL) AND (vector IS NOT NULL));
CREATE TRIGGER sections_forgotten BEFORE UPDATE OF vector ON public.content_texts FOR EACH ROW EXECUTE FUNCTION forget_sections();
CREATE TRIGGER texts_added_for_search AFTER INSERT ON public.content_texts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_texts_for_search();
CREATE TRIGGER texts_changed_for_search AFTER UPDATE ON public.content_texts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_changed_texts_for_search();
alter table content_texts add constraint content_texts_deployment_id_blob_id_fkey FOREIGN KEY (deployment_id, blob_id) REFERENCES blobs(deployment_id, blob_id) ON DELETE CASCADE;
alter table content_texts add constraint content_texts_pkey PRIMARY KEY (deployment_id, blob_id);

create table count_changes (
  deployment_id bigint not null,
  folder_id bigint,
  listed bigint not null,
  stored bigint not null,
  bytes bigint not null,
  library_id bigint
);
CREATE INDEX count_changes_folder ON public.count_changes USING btree (deployment_id, folder_id);
CREATE INDEX count_changes_library ON public.count_changes USING btree (deployment_id, library_id) WHERE (library_id IS NOT NULL);

create table deployment_usage (
  deployment_id bigint not null,
  documents bigint not null,
  bytes bigint not null
);
alter table deployment_usage add constraint deployment_usage_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table deployment_usage add constraint deployment_usage_pkey PRIMARY KEY (deployment_id);

create table deployments (
  deployment_id bigint generated always as identity not null,
  name text not null,
  settings jsonb default '{}'::jsonb not null,
  logo bytea,
  created_at timestamp(3) with time zone not null,
  logo_version text generated always as ("left"(encode(sha256(logo), 'hex'::text), 12)) stored,
  host text
);
CREATE UNIQUE INDEX deployments_host ON public.deployments USING btree (host) WHERE (host IS NOT NULL);
alter table deployments add constraint deployments_pkey PRIMARY KEY (deployment_id);

create table document_search (
  deployment_id bigint not null,
  document_id bigint not null,
  folder_id bigint not null,
  blob_id bigint not null,
  modified_at timestamp(3) with time zone not null,
  places bigint[] not null,
  era integer default (nextval('search_runs'::regclass) / 4096) not null,
  head tsvector not null,
  lexemes tsvector not null,
  language text default 'simple'::text not null
);
CREATE INDEX document_search_words ON public.document_search USING gin (places, era, lexemes) WITH (fastupdate=off);
alter table document_search add constraint document_search_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table document_search add constraint document_search_pkey PRIMARY KEY (deployment_id, document_id);

create table document_tags (
  deployment_id bigint not null,
  document_id bigint not null,
  tag_type_id bigint not null,
  value text not null,
  value_key text collate "C" not null,
  tag_epoch integer not null
);
CREATE INDEX document_tags_value ON public.document_tags USING btree (deployment_id, tag_type_id, value_key, document_id) INCLUDE (tag_epoch);
CREATE TRIGGER tags_added_for_search AFTER INSERT ON public.document_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_tags_for_search();
CREATE TRIGGER tags_changed_for_search AFTER UPDATE ON public.document_tags REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_tags_for_search();
CREATE TRIGGER tags_removed_for_search AFTER DELETE ON public.document_tags REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION log_tags_for_search();
alter table document_tags add constraint document_tags_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table document_tags add constraint document_tags_deployment_id_tag_type_id_fkey FOREIGN KEY (deployment_id, tag_type_id) REFERENCES tag_types(deployment_id, tag_type_id) ON DELETE CASCADE;
alter table document_tags add constraint document_tags_pkey PRIMARY KEY (deployment_id, document_id, tag_type_id);

create table documents (
  deployment_id bigint not null,
  document_id bigint generated always as identity not null,
  folder_id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  current_revision_id bigint not null,
  blob_id bigint not null,
  size bigint not null,
  sha256 bytea not null,
  modified_at timestamp(3) with time zone not null,
  created_by bigint,
  created_at timestamp(3) with time zone not null,
  trashed_at timestamp(3) with time zone,
  trashed_by bigint,
  purged_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone
);
CREATE INDEX documents_by_date ON public.documents USING btree (deployment_id, folder_id, modified_at, document_id) WHERE (trashed_at IS NULL);
CREATE INDEX documents_by_name ON public.documents USING btree (deployment_id, folder_id, name_key, document_id) WHERE (trashed_at IS NULL);
CREATE INDEX documents_by_size ON public.documents USING btree (deployment_id, folder_id, size, document_id) WHERE (trashed_at IS NULL);
CREATE INDEX documents_folder ON public.documents USING btree (deployment_id, folder_id);
CREATE INDEX documents_modified ON public.documents USING btree (deployment_id, modified_at, document_id) WHERE (trashed_at IS NULL);
CREATE INDEX documents_name_words ON public.documents USING gin (deployment_id, name_key gin_trgm_ops) WITH (gin_pending_list_limit='1024') WHERE (trashed_at IS NULL);
CREATE INDEX documents_purged ON public.documents USING btree (purged_at) WHERE (purged_at IS NOT NULL);
CREATE INDEX documents_trash ON public.documents USING btree (deployment_id, trashed_at DESC, document_id DESC) WHERE ((trashed_at IS NOT NULL) AND (purged_at IS NULL));
CREATE INDEX documents_trash_of_user ON public.documents USING btree (deployment_id, trashed_by, trashed_at DESC, document_id DESC) WHERE ((trashed_at IS NOT NULL) AND (purged_at IS NULL));
CREATE INDEX documents_trash_words ON public.documents USING gin (deployment_id, name_key gin_trgm_ops) WITH (gin_pending_list_limit='1024') WHERE ((trashed_at IS NOT NULL) AND (purged_at IS NULL));
CREATE TRIGGER documents_added AFTER INSERT ON public.documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_added_documents();
CREATE TRIGGER documents_added_for_search AFTER INSERT ON public.documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_added_for_search();
CREATE TRIGGER documents_changed AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_changed_documents();
CREATE TRIGGER documents_changed_for_search AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_changed_for_search();
CREATE TRIGGER documents_removed AFTER DELETE ON public.documents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION log_removed_documents();
CREATE UNIQUE INDEX documents_name_and_content ON public.documents USING btree (deployment_id, folder_id, name_key, sha256) WHERE (trashed_at IS NULL);
alter table documents add constraint documents_check CHECK (((purged_at IS NULL) OR (trashed_at IS NOT NULL)));
alter table documents add constraint documents_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id);
alter table documents add constraint documents_pkey PRIMARY KEY (deployment_id, document_id);

create table folder_counts (
  deployment_id bigint not null,
  folder_id bigint not null,
  documents bigint not null,
  changes bigint not null
);
alter table folder_counts add constraint folder_counts_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id) ON DELETE CASCADE;
alter table folder_counts add constraint folder_counts_pkey PRIMARY KEY (deployment_id, folder_id);

create table folder_tag_types (
  deployment_id bigint not null,
  folder_id bigint not null,
  tag_type_id bigint not null,
  default_value text,
  default_key text collate "C"
);
CREATE INDEX folder_tag_types_type ON public.folder_tag_types USING btree (deployment_id, tag_type_id);
alter table folder_tag_types add constraint folder_tag_types_check CHECK (((default_value IS NULL) = (default_key IS NULL)));
alter table folder_tag_types add constraint folder_tag_types_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id) ON DELETE CASCADE;
alter table folder_tag_types add constraint folder_tag_types_deployment_id_tag_type_id_fkey FOREIGN KEY (deployment_id, tag_type_id) REFERENCES tag_types(deployment_id, tag_type_id) ON DELETE CASCADE;
alter table folder_tag_types add constraint folder_tag_types_pkey PRIMARY KEY (deployment_id, folder_id, tag_type_id);

create table folders (
  deployment_id bigint not null,
  folder_id bigint generated always as identity not null,
  library_id bigint not null,
  parent_id bigint,
  path bigint[] not null,
  name text not null,
  name_key text collate "C" not null,
  created_by bigint,
  created_at timestamp(3) with time zone not null,
  trashed_at timestamp(3) with time zone,
  trashed_by bigint,
  purged_at timestamp(3) with time zone,
  tag_epoch integer default 0 not null,
  changed_at timestamp(3) with time zone
);
CREATE INDEX folders_library ON public.folders USING btree (deployment_id, library_id);
CREATE INDEX folders_name_words ON public.folders USING gin (deployment_id, name_key gin_trgm_ops) WITH (gin_pending_list_limit='1024') WHERE (trashed_at IS NULL);
CREATE INDEX folders_parent ON public.folders USING btree (deployment_id, parent_id);
CREATE INDEX folders_path ON public.folders USING gin (path) WITH (fastupdate=off);
CREATE INDEX folders_purged ON public.folders USING btree (purged_at) WHERE (purged_at IS NOT NULL);
CREATE INDEX folders_trash ON public.folders USING btree (deployment_id, trashed_at DESC, folder_id DESC) WHERE ((trashed_at IS NOT NULL) AND (purged_at IS NULL));
CREATE INDEX folders_trash_of_user ON public.folders USING btree (deployment_id, trashed_by, trashed_at DESC, folder_id DESC) WHERE ((trashed_at IS NOT NULL) AND (purged_at IS NULL));
CREATE INDEX folders_trash_words ON public.folders USING gin (deployment_id, name_key gin_trgm_ops) WITH (gin_pending_list_limit='1024') WHERE ((trashed_at IS NOT NULL) AND (purged_at IS NULL));
CREATE TRIGGER folders_added AFTER INSERT ON public.folders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_added_folders();
CREATE TRIGGER folders_changed AFTER UPDATE ON public.folders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_changed_folders();
CREATE TRIGGER folders_changed_for_search AFTER UPDATE ON public.folders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_folders_for_search();
CREATE UNIQUE INDEX folders_name ON public.folders USING btree (deployment_id, library_id, parent_id, name_key) NULLS NOT DISTINCT WHERE (trashed_at IS NULL);
alter table folders add constraint folders_check CHECK ((path[cardinality(path)] = folder_id));
alter table folders add constraint folders_check1 CHECK (((purged_at IS NULL) OR (trashed_at IS NOT NULL)));
alter table folders add constraint folders_deployment_id_library_id_fkey FOREIGN KEY (deployment_id, library_id) REFERENCES libraries(deployment_id, library_id);
alter table folders add constraint folders_deployment_id_parent_id_fkey FOREIGN KEY (deployment_id, parent_id) REFERENCES folders(deployment_id, folder_id);
alter table folders add constraint folders_pkey PRIMARY KEY (deployment_id, folder_id);

create table group_members (
  deployment_id bigint not null,
  group_id bigint not null,
  user_id bigint not null
);
CREATE INDEX group_members_user ON public.group_members USING btree (deployment_id, user_id) INCLUDE (group_id);
alter table group_members add constraint group_members_deployment_id_group_id_fkey FOREIGN KEY (deployment_id, group_id) REFERENCES groups(deployment_id, group_id) ON DELETE CASCADE;
alter table group_members add constraint group_members_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table group_members add constraint group_members_pkey PRIMARY KEY (deployment_id, group_id, user_id);

create table groups (
  deployment_id bigint not null,
  group_id bigint generated always as identity not null,
  name text not null,
  name_key text collate "C" not null,
  created_at timestamp(3) with time zone not null,
  requires_second_factor boolean default false not null
);
CREATE INDEX groups_second_factor ON public.groups USING btree (deployment_id) WHERE requires_second_factor;
CREATE UNIQUE INDEX groups_name ON public.groups USING btree (deployment_id, name_key);
alter table groups add constraint groups_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table groups add constraint groups_pkey PRIMARY KEY (deployment_id, group_id);

create table home_states (
  deployment_id bigint not null,
  user_id bigint not null,
  seen_at timestamp(3) with time zone,
  previous_seen_at timestamp(3) with time zone,
  dismissed text[] default '{}'::text[] not null
);
alter table home_states add constraint home_states_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table home_states add constraint home_states_pkey PRIMARY KEY (deployment_id, user_id);

create table identities (
  deployment_id bigint not null,
  identity_id bigint generated always as identity not null,
  provider_id bigint not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  email text,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone
);
CREATE UNIQUE INDEX identities_subject ON public.identities USING btree (deployment_id, provider_id, issuer, subject);
CREATE UNIQUE INDEX identities_user ON public.identities USING btree (deployment_id, user_id, provider_id);
alter table identities add constraint identities_deployment_id_provider_id_fkey FOREIGN KEY (deployment_id, provider_id) REFERENCES identity_providers(deployment_id, provider_id) ON DELETE CASCADE;
alter table identities add constraint identities_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table identities add constraint identities_pkey PRIMARY KEY (deployment_id, identity_id);

create table identity_provider_groups (
  deployment_id bigint not null,
  provider_id bigint not null,
  claim_value text not null,
  group_id bigint not null
);
CREATE INDEX identity_provider_groups_group ON public.identity_provider_groups USING btree (deployment_id, group_id);
alter table identity_provider_groups add constraint identity_provider_groups_deployment_id_group_id_fkey FOREIGN KEY (deployment_id, group_id) REFERENCES groups(deployment_id, group_id) ON DELETE CASCADE;
alter table identity_provider_groups add constraint identity_provider_groups_deployment_id_provider_id_fkey FOREIGN KEY (deployment_id, provider_id) REFERENCES identity_providers(deployment_id, provider_id) ON DELETE CASCADE;
alter table identity_provider_groups add constraint identity_provider_groups_pkey PRIMARY KEY (deployment_id, provider_id, claim_value, group_id);

create table identity_provider_states (
  deployment_id bigint not null,
  provider_id bigint not null,
  last_sign_in_at timestamp(3) with time zone,
  last_failure text,
  last_failure_at timestamp(3) with time zone,
  tested_at timestamp(3) with time zone
);
alter table identity_provider_states add constraint identity_provider_states_deployment_id_provider_id_fkey FOREIGN KEY (deployment_id, provider_id) REFERENCES identity_providers(deployment_id, provider_id) ON DELETE CASCADE;
alter table identity_provider_states add constraint identity_provider_states_pkey PRIMARY KEY (deployment_id, provider_id);

create table identity_providers (
  deployment_id bigint not null,
  provider_id bigint generated always as identity not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  scopes text[] not null,
  allowed_domains text[] not null,
  creates_users boolean not null,
  links_by_email boolean not null,
  trusts_emails boolean not null,
  groups_claim text,
  site_admin_claim text,
  site_admin_value text,
  requires_second_factor boolean not null,
  is_enabled boolean not null,
  created_at timestamp(3) with time zone not null,
  version integer default 1 not null
);
CREATE UNIQUE INDEX identity_providers_id ON public.identity_providers USING btree (provider_id);
alter table identity_providers add constraint identity_providers_check CHECK (((site_admin_claim IS NULL) = (site_admin_value IS NULL)));
alter table identity_providers add constraint identity_providers_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table identity_providers add constraint identity_providers_pkey PRIMARY KEY (deployment_id, provider_id);

create table instance (
  only_row boolean default true not null,
  instance_id uuid default gen_random_uuid() not null,
  blobs_swept_at timestamp(3) with time zone,
  secret_key_check bytea,
  oldest_release text default '0035_active_uploads'::text not null,
  accounts_per_address integer default 1 not null,
  version text
);
alter table instance add constraint instance_only_row_check CHECK (only_row);
alter table instance add constraint instance_pkey PRIMARY KEY (only_row);

create table kept_answers (
  deployment_id bigint not null,
  user_id bigint not null,
  request_hash bytea not null,
  fingerprint bytea not null,
  status smallint not null,
  headers jsonb not null,
  body bytea,
  created_at timestamp(3) with time zone not null
);
CREATE INDEX kept_answers_created ON public.kept_answers USING btree (created_at);
alter table kept_answers add constraint kept_answers_pkey PRIMARY KEY (deployment_id, user_id, request_hash);

create table known_browsers (
  deployment_id bigint not null,
  user_id bigint not null,
  browser_hash bytea not null,
  last_used_at timestamp(3) with time zone not null
);
alter table known_browsers add constraint known_browsers_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table known_browsers add constraint known_browsers_pkey PRIMARY KEY (deployment_id, user_id, browser_hash);

create table libraries (
  deployment_id bigint not null,
  library_id bigint generated always as identity not null,
  name text not null,
  name_key text collate "C" not null,
  is_private boolean not null,
  owner_id bigint,
  created_by bigint,
  created_at timestamp(3) with time zone not null,
  trashed_at timestamp(3) with time zone,
  trashed_by bigint,
  purged_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone,
  changes bigint default 0 not null
);
CREATE INDEX libraries_purged ON public.libraries USING btree (purged_at) WHERE (purged_at IS NOT NULL);
CREATE TRIGGER libraries_changed_for_search AFTER UPDATE ON public.libraries REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION log_libraries_for_search();
CREATE UNIQUE INDEX libraries_name ON public.libraries USING btree (deployment_id, name_key) WHERE ((NOT is_private) AND (trashed_at IS NULL));
CREATE UNIQUE INDEX libraries_owner ON public.libraries USING btree (deployment_id, owner_id) WHERE (owner_id IS NOT NULL);
alter table libraries add constraint libraries_check CHECK ((is_private = (owner_id IS NOT NULL)));
alter table libraries add constraint libraries_check1 CHECK (((purged_at IS NULL) OR (trashed_at IS NOT NULL)));
alter table libraries add constraint libraries_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table libraries add constraint libraries_deployment_id_owner_id_fkey FOREIGN KEY (deployment_id, owner_id) REFERENCES users(deployment_id, user_id);
alter table libraries add constraint libraries_pkey PRIMARY KEY (deployment_id, library_id);

create table mails (
  deployment_id bigint not null,
  mail_id bigint generated always as identity not null,
  message_id text not null,
  recipient text not null,
  subject text not null,
  text_body text,
  html_body text,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  cc text[] default '{}'::text[] not null,
  held_for bigint,
  message bytea,
  topic text collate "C"
);
CREATE INDEX mails_failed ON public.mails USING btree (deployment_id, mail_id DESC) WHERE (state = 'failed'::text);
CREATE INDEX mails_held ON public.mails USING btree (deployment_id, held_for) WHERE (held_for IS NOT NULL);
CREATE INDEX mails_kept ON public.mails USING btree (deployment_id, mail_id DESC) WHERE (state = 'kept'::text);
CREATE INDEX mails_queued ON public.mails USING btree (deployment_id, mail_id) WHERE (state = 'queued'::text);
alter table mails add constraint mails_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table mails add constraint mails_deployment_id_held_for_fkey FOREIGN KEY (deployment_id, held_for) REFERENCES shares(deployment_id, share_id) ON DELETE CASCADE;
alter table mails add constraint mails_message_check CHECK (((message IS NULL) OR (state = 'kept'::text)));
alter table mails add constraint mails_pkey PRIMARY KEY (deployment_id, mail_id);
alter table mails add constraint mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text])));

create table new_browser_notices (
  deployment_id bigint not null,
  user_id bigint not null,
  since timestamp(3) with time zone not null
);
alter table new_browser_notices add constraint new_browser_notices_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table new_browser_notices add constraint new_browser_notices_pkey PRIMARY KEY (deployment_id, user_id);

create table notifications (
  deployment_id bigint not null,
  notification_id bigint generated always as identity not null,
  user_id bigint not null,
  message text not null,
  created_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone
);
CREATE INDEX notifications_unread ON public.notifications USING btree (deployment_id, user_id, notification_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user ON public.notifications USING btree (deployment_id, user_id, notification_id);
alter table notifications add constraint notifications_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table notifications add constraint notifications_pkey PRIMARY KEY (deployment_id, notification_id);

create table one_time_links (
  deployment_id bigint not null,
  one_time_link_id bigint generated always as identity not null,
  user_id bigint not null,
  purpose text not null,
  link_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone
);
CREATE INDEX one_time_links_user ON public.one_time_links USING btree (deployment_id, user_id);
CREATE UNIQUE INDEX one_time_links_hash ON public.one_time_links USING btree (link_hash);
alter table one_time_links add constraint one_time_links_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table one_time_links add constraint one_time_links_pkey PRIMARY KEY (deployment_id, one_time_link_id);
alter table one_time_links add constraint one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'password_reset'::text])));

create table passkey_owners (
  deployment_id bigint not null,
  user_id bigint not null,
  handle bytea not null
);
alter table passkey_owners add constraint passkey_owners_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table passkey_owners add constraint passkey_owners_pkey PRIMARY KEY (deployment_id, user_id);

create table passkeys (
  deployment_id bigint not null,
  passkey_id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  rp_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (deployment_id, user_id);
CREATE UNIQUE INDEX passkeys_credential ON public.passkeys USING btree (credential_id);
alter table passkeys add constraint passkeys_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (deployment_id, passkey_id);

create table pending_sign_ins (
  deployment_id bigint not null,
  pending_sign_in_id bigint generated always as identity not null,
  user_id bigint not null,
  secret_hash bytea not null,
  password_state bytea not null,
  methods text[] not null,
  provider_id bigint,
  provider_session text,
  attempts integer default 0 not null,
  created_at timestamp(3) with time zone not null
);
CREATE INDEX pending_sign_ins_user ON public.pending_sign_ins USING btree (deployment_id, user_id);
CREATE UNIQUE INDEX pending_sign_ins_secret ON public.pending_sign_ins USING btree (secret_hash);
alter table pending_sign_ins add constraint pending_sign_ins_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table pending_sign_ins add constraint pending_sign_ins_pkey PRIMARY KEY (deployment_id, pending_sign_in_id);

create table permissions (
  deployment_id bigint not null,
  permission_id bigint generated always as identity not null,
  library_id bigint,
  folder_id bigint,
  document_id bigint,
  user_id bigint,
  group_id bigint,
  principal bigint generated always as (COALESCE(user_id, (- group_id))) stored,
  allow smallint default 0 not null,
  deny smallint default 0 not null,
  expires_at timestamp(3) with time zone,
  granted_by bigint,
  created_at timestamp(3) with time zone not null,
  task_id bigint
);
CREATE INDEX permissions_denials ON public.permissions USING btree (deployment_id, principal) INCLUDE (library_id, folder_id, document_id, deny, expires_at) WHERE (deny <> 0);
CREATE INDEX permissions_principal ON public.permissions USING btree (deployment_id, principal) INCLUDE (library_id, folder_id, document_id, allow, deny, expires_at);
CREATE TRIGGER permissions_added AFTER INSERT ON public.permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_permissions();
CREATE TRIGGER permissions_changed AFTER UPDATE ON public.permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_permissions();
CREATE TRIGGER permissions_removed AFTER DELETE ON public.permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_changed_permissions();
CREATE UNIQUE INDEX permissions_document ON public.permissions USING btree (deployment_id, document_id, principal, COALESCE(task_id, (0)::bigint)) INCLUDE (allow, deny, expires_at) WHERE (document_id IS NOT NULL);
CREATE UNIQUE INDEX permissions_folder ON public.permissions USING btree (deployment_id, folder_id, principal) INCLUDE (allow, deny, expires_at) WHERE (folder_id IS NOT NULL);
CREATE UNIQUE INDEX permissions_library ON public.permissions USING btree (deployment_id, library_id, principal) INCLUDE (allow, deny, expires_at) WHERE (library_id IS NOT NULL);
CREATE UNIQUE INDEX permissions_task ON public.permissions USING btree (deployment_id, task_id) WHERE (task_id IS NOT NULL);
alter table permissions add constraint permissions_allow_check CHECK (((allow >= 0) AND (allow <= 15)));
alter table permissions add constraint permissions_check CHECK ((num_nonnulls(library_id, folder_id, document_id) = 1));
alter table permissions add constraint permissions_check1 CHECK ((num_nonnulls(user_id, group_id) = 1));
alter table permissions add constraint permissions_deny_check CHECK (((deny >= 0) AND (deny <= 15)));
alter table permissions add constraint permissions_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table permissions add constraint permissions_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id) ON DELETE CASCADE;
alter table permissions add constraint permissions_deployment_id_group_id_fkey FOREIGN KEY (deployment_id, group_id) REFERENCES groups(deployment_id, group_id) ON DELETE CASCADE;
alter table permissions add constraint permissions_deployment_id_library_id_fkey FOREIGN KEY (deployment_id, library_id) REFERENCES libraries(deployment_id, library_id) ON DELETE CASCADE;
alter table permissions add constraint permissions_deployment_id_task_id_fkey FOREIGN KEY (deployment_id, task_id) REFERENCES tasks(deployment_id, task_id) ON DELETE CASCADE;
alter table permissions add constraint permissions_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table permissions add constraint permissions_pkey PRIMARY KEY (deployment_id, permission_id);

create table provider_sign_ins (
  deployment_id bigint not null,
  sign_in_id bigint generated always as identity not null,
  provider_id bigint not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  purpose text not null,
  user_id bigint,
  session_id bigint,
  return_to text not null,
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  failure text,
  claims jsonb
);
CREATE UNIQUE INDEX provider_sign_ins_state ON public.provider_sign_ins USING btree (state_hash);
alter table provider_sign_ins add constraint provider_sign_ins_deployment_id_provider_id_fkey FOREIGN KEY (deployment_id, provider_id) REFERENCES identity_providers(deployment_id, provider_id) ON DELETE CASCADE;
alter table provider_sign_ins add constraint provider_sign_ins_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table provider_sign_ins add constraint provider_sign_ins_pkey PRIMARY KEY (deployment_id, sign_in_id);
alter table provider_sign_ins add constraint provider_sign_ins_purpose_check CHECK ((purpose = ANY (ARRAY['signIn'::text, 'link'::text, 'test'::text, 'confirm'::text])));

create table recent_documents (
  deployment_id bigint not null,
  user_id bigint not null,
  document_id bigint not null,
  action text not null,
  acted_at timestamp(3) with time zone not null
);
CREATE INDEX recent_documents_newest ON public.recent_documents USING btree (deployment_id, user_id, acted_at, document_id);
alter table recent_documents add constraint recent_documents_action_check CHECK ((action = ANY (ARRAY['Opened'::text, 'Uploaded'::text, 'Changed'::text])));
alter table recent_documents add constraint recent_documents_pkey PRIMARY KEY (deployment_id, user_id, document_id);

create table recovery_codes (
  deployment_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone
);
alter table recovery_codes add constraint recovery_codes_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (deployment_id, user_id, code_hash);

create table revisions (
  deployment_id bigint not null,
  revision_id bigint generated always as identity not null,
  document_id bigint not null,
  revision_number integer not null,
  name text not null,
  blob_id bigint not null,
  size bigint not null,
  sha256 bytea not null,
  created_by bigint,
  created_at timestamp(3) with time zone not null
);
CREATE INDEX revisions_blob ON public.revisions USING btree (deployment_id, blob_id);
CREATE UNIQUE INDEX revisions_number ON public.revisions USING btree (deployment_id, document_id, revision_number);
alter table revisions add constraint revisions_deployment_id_blob_id_fkey FOREIGN KEY (deployment_id, blob_id) REFERENCES blobs(deployment_id, blob_id);
alter table revisions add constraint revisions_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table revisions add constraint revisions_pkey PRIMARY KEY (deployment_id, revision_id);

create table saved_searches (
  deployment_id bigint not null,
  saved_search_id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  name_key text collate "C" not null,
  library_id bigint,
  folder_id bigint,
  criteria jsonb not null,
  created_at timestamp(3) with time zone not null,
  query text
);
CREATE INDEX saved_searches_folder ON public.saved_searches USING btree (deployment_id, folder_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX saved_searches_library ON public.saved_searches USING btree (deployment_id, library_id) WHERE (library_id IS NOT NULL);
CREATE UNIQUE INDEX saved_searches_name ON public.saved_searches USING btree (deployment_id, user_id, name_key);
alter table saved_searches add constraint saved_searches_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id) ON DELETE CASCADE;
alter table saved_searches add constraint saved_searches_deployment_id_library_id_fkey FOREIGN KEY (deployment_id, library_id) REFERENCES libraries(deployment_id, library_id) ON DELETE CASCADE;
alter table saved_searches add constraint saved_searches_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id);
alter table saved_searches add constraint saved_searches_pkey PRIMARY KEY (deployment_id, saved_search_id);
alter table saved_searches add constraint saved_searches_place CHECK (((num_nonnulls(library_id, folder_id) <= 1) AND ((query IS NOT NULL) OR (num_nonnulls(library_id, folder_id) = 1))));

create table scim_connections (
  deployment_id bigint not null,
  connection_id bigint generated always as identity not null,
  name text not null,
  name_key text collate "C" not null,
  token_hash bytea not null,
  token_created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  created_by bigint,
  created_at timestamp(3) with time zone not null,
  invites boolean not null,
  manages_existing boolean not null,
  paused_at timestamp(3) with time zone
);
CREATE UNIQUE INDEX scim_connections_name ON public.scim_connections USING btree (deployment_id, name_key);
CREATE UNIQUE INDEX scim_connections_token ON public.scim_connections USING btree (token_hash);
alter table scim_connections add constraint scim_connections_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table scim_connections add constraint scim_connections_pkey PRIMARY KEY (deployment_id, connection_id);

create table scim_groups (
  deployment_id bigint not null,
  group_id bigint not null,
  connection_id bigint not null,
  external_id text collate "C"
);
CREATE INDEX scim_groups_connection ON public.scim_groups USING btree (deployment_id, connection_id, external_id);
alter table scim_groups add constraint scim_groups_deployment_id_connection_id_fkey FOREIGN KEY (deployment_id, connection_id) REFERENCES scim_connections(deployment_id, connection_id) ON DELETE CASCADE;
alter table scim_groups add constraint scim_groups_deployment_id_group_id_fkey FOREIGN KEY (deployment_id, group_id) REFERENCES groups(deployment_id, group_id) ON DELETE CASCADE;
alter table scim_groups add constraint scim_groups_pkey PRIMARY KEY (deployment_id, group_id);

create table scim_users (
  deployment_id bigint not null,
  user_id bigint not null,
  connection_id bigint not null,
  external_id text collate "C",
  given_name text,
  family_name text,
  emails jsonb,
  removed_at timestamp(3) with time zone
);
CREATE INDEX scim_users_connection ON public.scim_users USING btree (deployment_id, connection_id, external_id);
alter table scim_users add constraint scim_users_deployment_id_connection_id_fkey FOREIGN KEY (deployment_id, connection_id) REFERENCES scim_connections(deployment_id, connection_id) ON DELETE CASCADE;
alter table scim_users add constraint scim_users_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table scim_users add constraint scim_users_pkey PRIMARY KEY (deployment_id, user_id);

create table search_alert_documents (
  deployment_id bigint not null,
  saved_search_id bigint not null,
  document_id bigint not null,
  state smallint not null,
  found_at timestamp(3) with time zone not null
);
CREATE INDEX search_alert_documents_document ON public.search_alert_documents USING btree (deployment_id, document_id);
CREATE INDEX search_alert_documents_open ON public.search_alert_documents USING btree (deployment_id, saved_search_id, state, found_at) WHERE (state < 2);
alter table search_alert_documents add constraint search_alert_documents_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table search_alert_documents add constraint search_alert_documents_deployment_id_saved_search_id_fkey FOREIGN KEY (deployment_id, saved_search_id) REFERENCES search_alerts(deployment_id, saved_search_id) ON DELETE CASCADE;
alter table search_alert_documents add constraint search_alert_documents_pkey PRIMARY KEY (deployment_id, saved_search_id, document_id);

create table search_alerts (
  deployment_id bigint not null,
  saved_search_id bigint not null,
  since timestamp(3) with time zone not null,
  is_limited boolean not null,
  words tsquery,
  places bigint[],
  languages integer not null,
  refresh_at timestamp(3) with time zone,
  noticed_at timestamp(3) with time zone
);
CREATE INDEX search_alerts_refresh ON public.search_alerts USING btree (refresh_at) WHERE (refresh_at IS NOT NULL);
alter table search_alerts add constraint search_alerts_deployment_id_saved_search_id_fkey FOREIGN KEY (deployment_id, saved_search_id) REFERENCES saved_searches(deployment_id, saved_search_id) ON DELETE CASCADE;
alter table search_alerts add constraint search_alerts_pkey PRIMARY KEY (deployment_id, saved_search_id);

create table search_changes (
  change_id bigint generated always as identity not null,
  is_backfill boolean default false not null,
  deployment_id bigint not null,
  document_id bigint,
  blob_id bigint,
  folder_id bigint
);
alter table search_changes add constraint search_changes_pkey PRIMARY KEY (is_backfill, change_id);

create table search_languages (
  deployment_id bigint not null,
  language text not null
);
alter table search_languages add constraint search_languages_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table search_languages add constraint search_languages_pkey PRIMARY KEY (deployment_id, language);

create table search_trees (
  tree_id bigint generated always as identity not null,
  deployment_id bigint not null,
  library_id bigint,
  folder_id bigint
);
alter table search_trees add constraint search_trees_check CHECK ((num_nonnulls(library_id, folder_id) = 1));
alter table search_trees add constraint search_trees_pkey PRIMARY KEY (tree_id);

create table second_factor_deadlines (
  deployment_id bigint not null,
  user_id bigint not null,
  since timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  announced_at timestamp(3) with time zone
);
CREATE INDEX second_factor_deadlines_open ON public.second_factor_deadlines USING btree (deployment_id, user_id) WHERE (announced_at IS NULL);
alter table second_factor_deadlines add constraint second_factor_deadlines_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table second_factor_deadlines add constraint second_factor_deadlines_pkey PRIMARY KEY (deployment_id, user_id);

create table sessions (
  deployment_id bigint not null,
  session_id bigint generated always as identity not null,
  user_id bigint not null,
  session_hash bytea not null,
  user_agent text,
  address text,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null,
  methods text[] default '{password}'::text[] not null,
  authenticated_at timestamp(3) with time zone,
  provider_id bigint,
  provider_session text,
  device text,
  device_kind text,
  last_address text,
  browser_hash bytea
);
CREATE INDEX sessions_provider ON public.sessions USING btree (deployment_id, provider_id, provider_session) WHERE (provider_id IS NOT NULL);
CREATE INDEX sessions_user ON public.sessions USING btree (deployment_id, user_id);
CREATE UNIQUE INDEX sessions_hash ON public.sessions USING btree (session_hash);
alter table sessions add constraint sessions_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table sessions add constraint sessions_pkey PRIMARY KEY (deployment_id, session_id);

create table share_recipients (
  deployment_id bigint not null,
  recipient_id bigint generated always as identity not null,
  share_id bigint not null,
  email text not null,
  key_salt bytea not null,
  key_hash bytea not null,
  code_issue integer default 0 not null,
  code_issued_at timestamp(3) with time zone,
  code_sent_at timestamp(3) with time zone,
  open_count integer default 0 not null,
  last_opened_at timestamp(3) with time zone,
  first_opened_at timestamp(3) with time zone,
  last_downloaded_at timestamp(3) with time zone,
  download_count bigint default 0 not null,
  has_joined boolean default false not null
);
CREATE INDEX share_recipients_domain ON public.share_recipients USING btree (deployment_id, split_part(email, '@'::text, 2) COLLATE "C", share_id);
CREATE INDEX share_recipients_email ON public.share_recipients USING btree (deployment_id, email, share_id);
CREATE INDEX share_recipients_unproved ON public.share_recipients USING btree (code_issued_at) WHERE (has_joined AND (first_opened_at IS NULL));
CREATE UNIQUE INDEX share_recipients_key ON public.share_recipients USING btree (key_hash);
CREATE UNIQUE INDEX share_recipients_share ON public.share_recipients USING btree (deployment_id, share_id, email);
alter table share_recipients add constraint share_recipients_deployment_id_share_id_fkey FOREIGN KEY (deployment_id, share_id) REFERENCES shares(deployment_id, share_id) ON DELETE CASCADE;
alter table share_recipients add constraint share_recipients_pkey PRIMARY KEY (deployment_id, recipient_id);

create table shares (
  deployment_id bigint not null,
  share_id bigint generated always as identity not null,
  folder_id bigint,
  document_id bigint,
  share_type text default 'Content'::text not null,
  status text default 'Active'::text not null,
  reference_salt bytea not null,
  reference_hash bytea not null,
  allow_view boolean not null,
  allow_download boolean not null,
  allow_upload boolean default false not null,
  allow_edit boolean default false not null,
  access_code_required boolean default false not null,
  password_hash text,
  expires_at timestamp(3) with time zone,
  created_by bigint not null,
  created_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  revoked_by bigint,
  refused_at timestamp(3) with time zone,
  upload_notice_from timestamp(3) with time zone,
  task_id bigint,
  open_count integer default 0 not null,
  last_opened_at timestamp(3) with time zone,
  max_upload_bytes bigint,
  max_upload_documents bigint,
  uploaded_bytes bigint default 0 not null,
  uploaded_documents bigint default 0 not null,
  changed_at timestamp(3) with time zone,
  name text,
  max_downloads bigint,
  allowed_domains text[],
  notify_on_open text default 'never'::text not null,
  opening_notice_from timestamp(3) with time zone,
  opening_noticed_at timestamp(3) with time zone,
  first_opened_at timestamp(3) with time zone,
  last_downloaded_at timestamp(3) with time zone,
  download_count bigint default 0 not null,
  is_default boolean default false not null,
  watermark boolean default false not null,
  allow_comment boolean default false not null
);
CREATE INDEX shares_document ON public.shares USING btree (deployment_id, document_id, share_id) WHERE (document_id IS NOT NULL);
CREATE INDEX shares_endless ON public.shares USING btree (deployment_id, share_id DESC) WHERE ((revoked_at IS NULL) AND (task_id IS NULL) AND (expires_at IS NULL));
CREATE INDEX shares_folder ON public.shares USING btree (deployment_id, folder_id, share_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX shares_live ON public.shares USING btree (deployment_id, share_id DESC) WHERE ((revoked_at IS NULL) AND (task_id IS NULL));
CREATE INDEX shares_own ON public.shares USING btree (deployment_id, created_by, share_id DESC) WHERE (revoked_at IS NULL);
CREATE INDEX shares_unprotected ON public.shares USING btree (deployment_id, share_id DESC) WHERE ((revoked_at IS NULL) AND (task_id IS NULL) AND (password_hash IS NULL) AND (NOT access_code_required));
CREATE TRIGGER shares_listed AFTER INSERT OR DELETE OR UPDATE OF status, expires_at, revoked_at ON public.shares FOR EACH ROW EXECUTE FUNCTION log_changed_share();
CREATE UNIQUE INDEX shares_default ON public.shares USING btree (deployment_id, created_by, folder_id, document_id) NULLS NOT DISTINCT WHERE (is_default AND (revoked_at IS NULL));
CREATE UNIQUE INDEX shares_reference ON public.shares USING btree (reference_hash);
CREATE UNIQUE INDEX shares_task ON public.shares USING btree (deployment_id, task_id) WHERE (task_id IS NOT NULL);
alter table shares add constraint shares_check CHECK ((num_nonnulls(folder_id, document_id) = 1));
alter table shares add constraint shares_check1 CHECK (((NOT allow_upload) OR (folder_id IS NOT NULL)));
alter table shares add constraint shares_check2 CHECK (((NOT allow_edit) OR (document_id IS NOT NULL)));
alter table shares add constraint shares_check3 CHECK ((NOT (access_code_required AND (password_hash IS NOT NULL))));
alter table shares add constraint shares_check4 CHECK (((refused_at IS NULL) OR (status = 'Pending'::text)));
alter table shares add constraint shares_check5 CHECK (((task_id IS NULL) OR (document_id IS NOT NULL)));
alter table shares add constraint shares_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table shares add constraint shares_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id) ON DELETE CASCADE;
alter table shares add constraint shares_deployment_id_task_id_fkey FOREIGN KEY (deployment_id, task_id) REFERENCES tasks(deployment_id, task_id) ON DELETE CASCADE;
alter table shares add constraint shares_max_upload_bytes_check CHECK ((max_upload_bytes > 0));
alter table shares add constraint shares_max_upload_documents_check CHECK ((max_upload_documents > 0));
alter table shares add constraint shares_pkey PRIMARY KEY (deployment_id, share_id);
alter table shares add constraint shares_share_type_check CHECK ((share_type = ANY (ARRAY['Content'::text, 'Template'::text])));
alter table shares add constraint shares_status_check CHECK ((status = ANY (ARRAY['Active'::text, 'Pending'::text])));

create table staged_uploads (
  deployment_id bigint not null,
  upload_id bigint generated always as identity not null,
  identifier uuid not null,
  user_id bigint not null,
  folder_id bigint,
  document_id bigint,
  file_name text not null,
  length bigint,
  size bigint default 0 not null,
  storage_key text collate "C" not null,
  growth jsonb,
  sealed_at timestamp(3) with time zone,
  sha256 bytea,
  crc32 bigint,
  finalized_at timestamp(3) with time zone,
  made_document_id bigint,
  made_revision_id bigint,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  share_id bigint,
  recipient_id bigint,
  tus_metadata text,
  visitor text,
  address text,
  active_at timestamp(3) with time zone
);
CREATE INDEX staged_uploads_expiry ON public.staged_uploads USING btree (expires_at);
CREATE INDEX staged_uploads_share ON public.staged_uploads USING btree (deployment_id, share_id) WHERE ((share_id IS NOT NULL) AND (finalized_at IS NULL));
CREATE INDEX staged_uploads_user ON public.staged_uploads USING btree (deployment_id, user_id) WHERE (finalized_at IS NULL);
CREATE UNIQUE INDEX staged_uploads_identifier ON public.staged_uploads USING btree (identifier);
CREATE UNIQUE INDEX staged_uploads_storage_key ON public.staged_uploads USING btree (storage_key);
alter table staged_uploads add constraint staged_uploads_check CHECK ((num_nonnulls(folder_id, document_id) = 1));
alter table staged_uploads add constraint staged_uploads_check1 CHECK ((num_nonnulls(sealed_at, sha256, crc32) = ANY (ARRAY[0, 3])));
alter table staged_uploads add constraint staged_uploads_check2 CHECK (((finalized_at IS NULL) OR ((sealed_at IS NOT NULL) AND (num_nonnulls(made_document_id, made_revision_id) = 2))));
alter table staged_uploads add constraint staged_uploads_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table staged_uploads add constraint staged_uploads_pkey PRIMARY KEY (deployment_id, upload_id);

create table stars (
  deployment_id bigint not null,
  star_id bigint generated always as identity not null,
  user_id bigint not null,
  library_id bigint,
  folder_id bigint,
  document_id bigint,
  created_at timestamp(3) with time zone not null
);
CREATE INDEX stars_user ON public.stars USING btree (deployment_id, user_id, star_id);
CREATE UNIQUE INDEX stars_document ON public.stars USING btree (deployment_id, document_id, user_id) WHERE (document_id IS NOT NULL);
CREATE UNIQUE INDEX stars_folder ON public.stars USING btree (deployment_id, folder_id, user_id) WHERE (folder_id IS NOT NULL);
CREATE UNIQUE INDEX stars_library ON public.stars USING btree (deployment_id, library_id, user_id) WHERE (library_id IS NOT NULL);
alter table stars add constraint stars_check CHECK ((num_nonnulls(library_id, folder_id, document_id) = 1));
alter table stars add constraint stars_deployment_id_document_id_fkey FOREIGN KEY (deployment_id, document_id) REFERENCES documents(deployment_id, document_id) ON DELETE CASCADE;
alter table stars add constraint stars_deployment_id_folder_id_fkey FOREIGN KEY (deployment_id, folder_id) REFERENCES folders(deployment_id, folder_id) ON DELETE CASCADE;
alter table stars add constraint stars_deployment_id_library_id_fkey FOREIGN KEY (deployment_id, library_id) REFERENCES libraries(deployment_id, library_id) ON DELETE CASCADE;
alter table stars add constraint stars_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table stars add constraint stars_pkey PRIMARY KEY (deployment_id, star_id);

create table tag_types (
  deployment_id bigint not null,
  tag_type_id bigint generated always as identity not null,
  library_id bigint,
  name text not null,
  name_key text collate "C" not null,
  data_type smallint not null,
  is_status boolean default false not null,
  default_value text,
  default_key text collate "C",
  created_by bigint,
  created_at timestamp(3) with time zone not null
);
CREATE UNIQUE INDEX tag_types_name ON public.tag_types USING btree (deployment_id, library_id, name_key);
alter table tag_types add constraint tag_types_check CHECK (((default_value IS NULL) = (default_key IS NULL)));
alter table tag_types add constraint tag_types_data_type_check CHECK (((data_type >= 0) AND (data_type <= 2)));
alter table tag_types add constraint tag_types_deployment_id_library_id_fkey FOREIGN KEY (deployment_id, library_id) REFERENCES libraries(deployment_id, library_id) ON DELETE CASCADE;
alter table tag_types add constraint tag_types_pkey PRIMARY KEY (deployment_id, tag_type_id);

create table tasks (
  deployment_id bigint not null,
  task_id bigint generated always as identity not null,
  task_type text default 'Approval'::text not null,
  document_id bigint not null,
  item_name text not null,
  revision_number integer not null,
  sha256 bytea not null,
  instructions text not null,
  due_at timestamp(3) with time zone not null,
  created_by bigint not null,
  created_at timestamp(3) with time zone not null,
  assignee_id bigint,
  assignee_email text,
  update_recipients text[] default '{}'::text[] not null,
  status text default 'Open'::text not null,
  result text,
  comment text,
  ended_at timestamp(3) with time zone,
  assigned_revision_id bigint,
  decided_revision_id bigint,
  decided_revision_number integer,
  decided_sha256 bytea,
  name_for_creator text,
  name_for_assignee text
);
CREATE INDEX tasks_assignee ON public.tasks USING btree (deployment_id, assignee_id, task_id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX tasks_created ON public.tasks USING btree (deployment_id, created_at);
CREATE INDEX tasks_creator ON public.tasks USING btree (deployment_id, created_by, task_id DESC);
CREATE INDEX tasks_document ON public.tasks USING btree (deployment_id, document_id, task_id DESC);
CREATE INDEX tasks_due ON public.tasks USING btree (due_at) WHERE (status = 'Open'::text);
CREATE INDEX tasks_ended ON public.tasks USING btree (deployment_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX tasks_waiting ON public.tasks USING btree (deployment_id, assignee_id, due_at, task_id) WHERE (status = 'Open'::text);
CREATE TRIGGER tasks_commented AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((old.comment IS NULL) AND (new.comment IS NOT NULL))) EXECUTE FUNCTION add_decision_comment();
alter table tasks add constraint tasks_check CHECK ((num_nonnulls(assignee_id, assignee_email) = 1));
alter table tasks add constraint tasks_check1 CHECK (((status = 'Open'::text) = (ended_at IS NULL)));
alter table tasks add constraint tasks_check2 CHECK (((status = 'Completed'::text) = (result IS NOT NULL)));
alter table tasks add constraint tasks_check3 CHECK (((comment IS NULL) OR (status = 'Completed'::text)));
alter table tasks add constraint tasks_check4 CHECK ((num_nonnulls(decided_revision_id, decided_revision_number, decided_sha256) = ANY (ARRAY[0, 3])));
alter table tasks add constraint tasks_check5 CHECK (((decided_revision_id IS NULL) OR (status = 'Completed'::text)));
alter table tasks add constraint tasks_deployment_id_assignee_id_fkey FOREIGN KEY (deployment_id, assignee_id) REFERENCES users(deployment_id, user_id);
alter table tasks add constraint tasks_deployment_id_created_by_fkey FOREIGN KEY (deployment_id, created_by) REFERENCES users(deployment_id, user_id);
alter table tasks add constraint tasks_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table tasks add constraint tasks_pkey PRIMARY KEY (deployment_id, task_id);
alter table tasks add constraint tasks_result_check CHECK ((result = ANY (ARRAY['Positive'::text, 'Negative'::text])));
alter table tasks add constraint tasks_status_check CHECK ((status = ANY (ARRAY['Open'::text, 'Completed'::text, 'Cancelled'::text, 'Expired'::text])));
alter table tasks add constraint tasks_task_type_check CHECK ((task_type = 'Approval'::text));

create table text_parts (
  deployment_id bigint not null,
  blob_id bigint not null,
  part_number integer not null,
  page integer,
  first_word integer not null,
  text text not null
);
CREATE INDEX text_parts_word ON public.text_parts USING btree (deployment_id, blob_id, first_word);
alter table text_parts add constraint text_parts_deployment_id_blob_id_fkey FOREIGN KEY (deployment_id, blob_id) REFERENCES content_texts(deployment_id, blob_id) ON DELETE CASCADE;
alter table text_parts add constraint text_parts_pkey PRIMARY KEY (deployment_id, blob_id, part_number);

create table text_sections (
  deployment_id bigint not null,
  blob_id bigint not null,
  section_number integer not null,
  first_word integer not null,
  vector tsvector not null
);
alter table text_sections add constraint text_sections_deployment_id_blob_id_fkey FOREIGN KEY (deployment_id, blob_id) REFERENCES content_texts(deployment_id, blob_id) ON DELETE CASCADE;
alter table text_sections add constraint text_sections_pkey PRIMARY KEY (deployment_id, blob_id, section_number);

create unlogged table throttles (
  scope text not null,
  subject text not null,
  window_ends_at timestamp(3) with time zone not null,
  hits integer not null
);
alter table throttles add constraint throttles_pkey PRIMARY KEY (scope, subject);

create unlogged table thumbnail_claims (
  deployment_id bigint not null,
  blob_id bigint not null,
  kind text collate "C" not null,
  size integer not null,
  is_annotated boolean not null,
  holder uuid not null,
  expires_at timestamp with time zone not null
);
alter table thumbnail_claims add constraint thumbnail_claims_pkey PRIMARY KEY (deployment_id, blob_id, kind, size, is_annotated);

create table thumbnails (
  deployment_id bigint not null,
  blob_id bigint not null,
  kind text collate "C" not null,
  size integer not null,
  is_annotated boolean not null,
  storage_key text collate "C",
  bytes bigint,
  sha256 bytea,
  missing_part text collate "C",
  attempts integer not null,
  retry_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  about jsonb,
  read_on date
);
CREATE INDEX thumbnails_read_on ON public.thumbnails USING btree (read_on) WHERE (read_on IS NOT NULL);
CREATE UNIQUE INDEX thumbnails_storage_key ON public.thumbnails USING btree (storage_key);
alter table thumbnails add constraint thumbnails_check CHECK ((num_nonnulls(storage_key, bytes, sha256) = ANY (ARRAY[0, 3])));
alter table thumbnails add constraint thumbnails_check1 CHECK (((storage_key IS NULL) OR (retry_at IS NULL)));
alter table thumbnails add constraint thumbnails_deployment_id_blob_id_fkey FOREIGN KEY (deployment_id, blob_id) REFERENCES blobs(deployment_id, blob_id) ON DELETE CASCADE;
alter table thumbnails add constraint thumbnails_pkey PRIMARY KEY (deployment_id, blob_id, kind, size, is_annotated);

create table tokens (
  deployment_id bigint not null,
  token_id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  token_hash bytea not null,
  parent_token_id bigint,
  created_by bigint not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  is_sync boolean default false not null,
  scopes text[],
  expires_at timestamp(3) with time zone,
  last_address text,
  rotated_token_id bigint
);
CREATE INDEX tokens_expiry ON public.tokens USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX tokens_live ON public.tokens USING btree (deployment_id, token_id DESC) WHERE (revoked_at IS NULL);
CREATE INDEX tokens_parent ON public.tokens USING btree (deployment_id, parent_token_id) WHERE (parent_token_id IS NOT NULL);
CREATE INDEX tokens_rotated ON public.tokens USING btree (deployment_id, rotated_token_id) WHERE (rotated_token_id IS NOT NULL);
CREATE INDEX tokens_user ON public.tokens USING btree (deployment_id, user_id);
CREATE UNIQUE INDEX tokens_hash ON public.tokens USING btree (token_hash);
alter table tokens add constraint tokens_deployment_id_parent_token_id_fkey FOREIGN KEY (deployment_id, parent_token_id) REFERENCES tokens(deployment_id, token_id);
alter table tokens add constraint tokens_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table tokens add constraint tokens_pkey PRIMARY KEY (deployment_id, token_id);

create table totp_keys (
  deployment_id bigint not null,
  user_id bigint not null,
  sealed_key bytea,
  confirmed_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  last_step bigint default 0 not null,
  setup_key bytea,
  setup_at timestamp(3) with time zone
);
alter table totp_keys add constraint totp_keys_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table totp_keys add constraint totp_keys_pkey PRIMARY KEY (deployment_id, user_id);

create table used_passkey_challenges (
  challenge_hash bytea not null,
  used_at timestamp(3) with time zone not null
);
CREATE INDEX used_passkey_challenges_used ON public.used_passkey_challenges USING btree (used_at);
alter table used_passkey_challenges add constraint used_passkey_challenges_pkey PRIMARY KEY (challenge_hash);

create table user_pictures (
  deployment_id bigint not null,
  user_id bigint not null,
  size smallint not null,
  sha256 bytea not null,
  png bytea not null
);
alter table user_pictures add constraint user_pictures_deployment_id_user_id_fkey FOREIGN KEY (deployment_id, user_id) REFERENCES users(deployment_id, user_id) ON DELETE CASCADE;
alter table user_pictures add constraint user_pictures_pkey PRIMARY KEY (deployment_id, user_id, size);

create table users (
  deployment_id bigint not null,
  user_id bigint generated always as identity not null,
  email text not null,
  email_key text collate "C" not null,
  name text not null,
  name_key text collate "C" not null,
  is_site_admin boolean default false not null,
  password_hash text,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  time_zone text collate "C",
  language text collate "C" default 'en'::text not null,
  picture_version text collate "C",
  muted_mails text[] default '{}'::text[] not null,
  deactivated_at timestamp(3) with time zone
);
CREATE INDEX users_address ON public.users USING btree (email_key);
CREATE INDEX users_deactivated ON public.users USING btree (deployment_id, name_key, user_id) WHERE ((deleted_at IS NULL) AND (deactivated_at IS NOT NULL));
CREATE INDEX users_invited ON public.users USING btree (deployment_id, name_key, user_id) WHERE ((deleted_at IS NULL) AND (password_hash IS NULL));
CREATE INDEX users_name ON public.users USING btree (deployment_id, name_key, user_id) WHERE (deleted_at IS NULL);
CREATE INDEX users_site_admins ON public.users USING btree (deployment_id, name_key, user_id) WHERE ((deleted_at IS NULL) AND is_site_admin);
CREATE TRIGGER users_shared_address AFTER INSERT OR UPDATE OF email_key ON public.users FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION share_address();
CREATE UNIQUE INDEX users_email ON public.users USING btree (deployment_id, email_key);
alter table users add constraint users_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES deployments(deployment_id);
alter table users add constraint users_pkey PRIMARY KEY (deployment_id, user_id);

create table wanted_texts (
  deployment_id bigint not null,
  blob_id bigint not null,
  wanted_id bigint generated always as identity not null,
  queued_at timestamp(3) with time zone,
  failures integer default 0 not null
);
CREATE INDEX wanted_texts_queued ON public.wanted_texts USING btree (queued_at) WHERE (queued_at IS NOT NULL);
CREATE INDEX wanted_texts_waiting ON public.wanted_texts USING btree (failures, wanted_id DESC) WHERE (queued_at IS NULL);
alter table wanted_texts add constraint wanted_texts_deployment_id_blob_id_fkey FOREIGN KEY (deployment_id, blob_id) REFERENCES blobs(deployment_id, blob_id) ON DELETE CASCADE;
alter table wanted_texts add constraint wanted_texts_pkey PRIMARY KEY (deployment_id, blob_id);

create table worker_heartbeats (
  worker_id text not null,
  beat_at timestamp(3) with time zone not null,
  started_at timestamp(3) with time zone,
  host text,
  version text,
  connections integer,
  key_check bytea,
  clock_skew_ms double precision,
  release text
);
alter table worker_heartbeats add constraint worker_heartbeats_pkey PRIMARY KEY (worker_id);

CREATE OR REPLACE FUNCTION public.add_decision_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into comments (deployment_id, comment_id, document_id, thread_id, revision_id, text, author_id, author_email, task_id, is_decision, created_at)
  overriding system value
  select new.deployment_id, fresh.id, d.document_id, fresh.id, new.decided_revision_id, new.comment, new.assignee_id,
    new.assignee_email, new.task_id, true, new.ended_at
  from (select nextval(pg_get_serial_sequence('comments', 'comment_id')) as id) fresh, documents d
  where d.deployment_id = new.deployment_id and d.document_id = new.document_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_added_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into comment_counts as c (deployment_id, document_id, comments, open_threads, changes)
  select deployment_id, document_id, count(*), count(*) filter (where thread_id = comment_id and resolved_at is null), 1
  from added group by deployment_id, document_id
  on conflict (deployment_id, document_id) do update set comments = c.comments + excluded.comments,
    open_threads = c.open_threads + excluded.open_threads, changes = c.changes + 1;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_changed_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update comment_counts c set comments = c.comments + x.comments, open_threads = c.open_threads + x.open_threads, changes = c.changes + 1
  from (
    select deployment_id, document_id, sum(sign) filter (where deleted_at is null) as comments,
      sum(sign) filter (where thread_id = comment_id and resolved_at is null) as open_threads
    from (select *, 1 as sign from added union all select *, -1 from removed) changed
    group by deployment_id, document_id
  ) sums, lateral (select coalesce(sums.comments, 0) as comments, coalesce(sums.open_threads, 0) as open_threads) x
  where c.deployment_id = sums.deployment_id and c.document_id = sums.document_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_removed_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update comment_counts c set comments = c.comments - x.comments, open_threads = c.open_threads - x.open_threads, changes = c.changes + 1
  from (
    select deployment_id, document_id, count(*) filter (where deleted_at is null) as comments,
      count(*) filter (where thread_id = comment_id and resolved_at is null) as open_threads
    from removed group by deployment_id, document_id
  ) x
  where c.deployment_id = x.deployment_id and c.document_id = x.document_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.effective_rights(p_deployment bigint, p_user bigint, p_site_admin boolean, p_owner bigint, p_library bigint, p_path bigint[], p_document bigint, p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  v_principals bigint[];
  v_allow integer;
  v_deny integer;
begin
  if is_unbound(p_user, p_site_admin, p_owner) then
    return 15;
  end if;
  v_principals := principals_of(p_deployment, p_user);
  -- Few pairs of object and principal: a lookup for each, however many entries of others the objects have.
  if cardinality(v_principals) * (cardinality(p_path) + 2) <= 100 then
    select coalesce(bit_or(e.allow), 0), coalesce(bit_or(e.deny), 0) into v_allow, v_deny from (
      select allow, deny from permissions
        where deployment_id = p_deployment and library_id = p_library and principal = any (v_principals)
          and (expires_at is null or expires_at > p_now)
      union all
      select allow, deny from permissions
        where deployment_id = p_deployment and folder_id = any (p_path) and principal = any (v_principals)
          and (expires_at is null or expires_at > p_now)
      union all
      select allow, deny from permissions
        where deployment_id = p_deployment and document_id = p_document and principal = any (v_principals)
          and (expires_at is null or expires_at > p_now)
    ) e;
  else
    -- `is true` keeps the principals a hashed filter: a join could become a lookup for each pair again.
    select coalesce(bit_or(e.allow), 0), coalesce(bit_or(e.deny), 0) into v_allow, v_deny from (
      select principal, allow, deny from permissions
        where deployment_id = p_deployment and library_id = p_library and (expires_at is null or expires_at > p_now)
      union all
      select principal, allow, deny from permissions
        where deployment_id = p_deployment and folder_id = any (p_path) and (expires_at is null or expires_at > p_now)
      union all
      select principal, allow, deny from permissions
        where deployment_id = p_deployment and document_id = p_document and (expires_at is null or expires_at > p_now)
    ) e where (e.principal in (select unnest(v_principals))) is true;
  end if;
  return rights_from(v_allow, v_deny);
end $function$
;

CREATE OR REPLACE FUNCTION public.ensure_activity_partitions(p_from timestamp with time zone, p_months integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_month timestamp;
  v_name text;
  v_made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('carrel:activity-partitions', 0));
  for i in 0..p_months loop
    v_month := date_trunc('month', p_from at time zone 'UTC') + make_interval(months => i);
    v_name := 'activity_' || to_char(v_month, 'YYYY_MM');
    if to_regclass(v_name) is null and not exists (
      select from activity_default
        where occurred_at >= v_month at time zone 'UTC' and occurred_at < (v_month + interval '1 month') at time zone 'UTC'
    ) then
      execute format('create table %I partition of activity for values from (%L) to (%L)',
        v_name, v_month at time zone 'UTC', (v_month + interval '1 month') at time zone 'UTC');
      v_made := v_made + 1;
    end if;
  end loop;
  return v_made;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_sections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.section_bytes := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_unbound(p_user bigint, p_site_admin boolean, p_owner bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_owner IS NULL) THEN p_site_admin ELSE (p_owner = p_user) END
;

CREATE OR REPLACE FUNCTION public.lacks_positions(p_vector tsvector)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select exists (
    select from unnest(p_vector) where cardinality(positions) >= 255 or positions[cardinality(positions)] >= 16383
  )
$function$
;

CREATE OR REPLACE FUNCTION public.log_added_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, null, 0, 0, sum(size) from added group by deployment_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_added_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, folder_id, count(*) filter (where trashed_at is null), count(*) filter (where purged_at is null), 0
  from added group by deployment_id, folder_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_added_folders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  select distinct deployment_id, parent_id, case when parent_id is null then library_id end, 0, 0, 0 from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_added_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (deployment_id, document_id) select deployment_id, document_id from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, null, 0, 0, sum(size)
  from (select deployment_id, size from added union all select deployment_id, -size from removed) changed
  group by deployment_id having sum(size) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, folder_id, sum(listed), sum(stored), 0
  from (
    select deployment_id, folder_id, (trashed_at is null)::integer as listed, (purged_at is null)::integer as stored from added
    union all
    select deployment_id, folder_id, -(trashed_at is null)::integer, -(purged_at is null)::integer from removed
  ) changed group by deployment_id, folder_id having bool_or(listed <> 0 or stored <> 0);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_folders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  with changed as (
    select r as before, a as after from removed r join added a using (deployment_id, folder_id)
    where (a.name, a.parent_id, a.trashed_at) is distinct from (r.name, r.parent_id, r.trashed_at)
      or (a.parent_id is null and a.library_id <> r.library_id)
  ), listed as (
    select (before).* from changed where (before).trashed_at is null
    union all
    select (after).* from changed where (after).trashed_at is null
  )
  select distinct deployment_id, parent_id, case when parent_id is null then library_id end, 0, 0, 0 from listed;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (deployment_id, document_id)
  select a.deployment_id, a.document_id from added a join removed r using (deployment_id, document_id)
  where r.purged_at is null
    and (a.name, a.folder_id, a.blob_id, a.modified_at, a.trashed_at is null)
      is distinct from (r.name, r.folder_id, r.blob_id, r.modified_at, r.trashed_at is null);
  delete from document_search s using added a
  where (a.purged_at is not null or a.trashed_at is not null)
    and s.deployment_id = a.deployment_id and s.document_id = a.document_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_permissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  select deployment_id, folder_id, library_id, 0, 0, 0
  from (
    select deployment_id, parent_id as folder_id, case when parent_id is null then f.library_id end as library_id
    from changed c join folders f using (deployment_id, folder_id)
    union
    select deployment_id, folder_id, null from changed where folder_id is not null
    union
    select deployment_id, d.folder_id, null from changed c join documents d using (deployment_id, document_id)
    union
    select deployment_id, null, library_id from changed where library_id is not null
  ) lists;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_share()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_share shares;
begin
  v_share := case when tg_op = 'DELETE' then old else new end;
  insert into count_changes (deployment_id, folder_id, library_id, listed, stored, bytes)
  select deployment_id, parent_id, case when parent_id is null then library_id end, 0, 0, 0 from folders
  where deployment_id = v_share.deployment_id and folder_id = v_share.folder_id
  union all
  select deployment_id, folder_id, null, 0, 0, 0 from documents
  where deployment_id = v_share.deployment_id and document_id = v_share.document_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_changed_texts_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (deployment_id, blob_id)
  select a.deployment_id, a.blob_id from added a join removed r using (deployment_id, blob_id)
  where (a.method, a.language, a.created_at, a.attempts) is distinct from (r.method, r.language, r.created_at, r.attempts);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_folders_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (deployment_id, folder_id)
  select a.deployment_id, a.folder_id from added a join removed r using (deployment_id, folder_id)
  where (a.library_id, a.path, a.tag_epoch) is distinct from (r.library_id, r.path, r.tag_epoch);
  insert into search_trees (deployment_id, folder_id)
  select a.deployment_id, a.folder_id from added a join removed r using (deployment_id, folder_id)
  where (a.trashed_at is null) <> (r.trashed_at is null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_libraries_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_trees (deployment_id, library_id)
  select a.deployment_id, a.library_id from added a join removed r using (deployment_id, library_id)
  where (a.owner_id, a.trashed_at is null) is distinct from (r.owner_id, r.trashed_at is null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_removed_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, null, 0, 0, -sum(size) from removed group by deployment_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_removed_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into count_changes (deployment_id, folder_id, listed, stored, bytes)
  select deployment_id, folder_id, -count(*) filter (where trashed_at is null), -count(*) filter (where purged_at is null), 0
  from removed where purged_at is null group by deployment_id, folder_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_tags_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into search_changes (deployment_id, document_id) select distinct deployment_id, document_id from removed;
  else
    insert into search_changes (deployment_id, document_id) select distinct deployment_id, document_id from added;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_texts_for_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (deployment_id, blob_id) select deployment_id, blob_id from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_accounts_per_address(accounts integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  update instance set accounts_per_address = greatest(accounts_per_address, accounts),
    oldest_release = greatest(oldest_release, '0070_addresses')
  where accounts_per_address < accounts or oldest_release < '0070_addresses'
$function$
;

CREATE OR REPLACE FUNCTION public.note_recent_document(p_deployment bigint, p_user bigint, p_document bigint, p_action text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(p_user, 0) = 0 or exists (
    select from recent_documents
    where deployment_id = p_deployment and user_id = p_user and document_id = p_document
      and acted_at > p_at - interval '10 seconds' and p_action in (action, 'Opened')
  ) then return; end if;
  insert into recent_documents as r (deployment_id, user_id, document_id, action, acted_at)
  values (p_deployment, p_user, p_document, p_action, p_at)
  on conflict (deployment_id, user_id, document_id)
    do update set action = excluded.action, acted_at = excluded.acted_at where r.acted_at <= excluded.acted_at;
end $function$
;

CREATE OR REPLACE FUNCTION public.principals_of(p_deployment bigint, p_user bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (ARRAY(SELECT (- m.group_id) FROM group_members m WHERE ((m.deployment_id = principals_of.p_deployment) AND (m.user_id = principals_of.p_user))) || p_user)
;

CREATE OR REPLACE FUNCTION public.record_later_reads(p_deployment bigint, p_at timestamp with time zone, p_type text, p_user bigint, p_visitor text, p_documents bigint[], p_name text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from unrecorded_reads(p_deployment, p_at, p_type, p_user, p_visitor, p_documents, p_details)
  ) then return; end if;
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(':', 'carrel:later-reads', p_deployment, p_user, p_details ->> 'shareId', p_visitor), 0));
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name,
    visitor_email, details)
  select p_deployment, p_at, p_type, p_user, r.library_id, r.folder_id, r.document_id, coalesce(p_name, r.name), p_visitor,
    p_details
  from unrecorded_reads(p_deployment, p_at, p_type, p_user, p_visitor, p_documents, p_details) r;
  if cardinality(p_documents) = 1 and p_type in ('DocumentViewed', 'DocumentDownloaded') then
    perform note_recent_document(p_deployment, p_user, p_documents[1], 'Opened', p_at);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_read(p_deployment bigint, p_at timestamp with time zone, p_type text, p_user bigint, p_library bigint, p_folder bigint, p_document bigint, p_name text, p_visitor text DEFAULT NULL::text, p_details jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into activity (deployment_id, occurred_at, activity_type, user_id, library_id, folder_id, document_id, content_name,
    visitor_email, details)
  values (p_deployment, p_at, p_type, p_user, p_library, p_folder, p_document, p_name, p_visitor, p_details);
  if p_document is not null and p_type in ('DocumentViewed', 'DocumentDownloaded') then
    perform note_recent_document(p_deployment, p_user, p_document, 'Opened', p_at);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_documents()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_changes bigint;
begin
  lock table documents, blobs in share row exclusive mode;
  select coalesce((select max(changes) from folder_counts), 0) + (select count(*) from count_changes) + 1 into v_changes;
  delete from count_changes;
  update libraries set changes = changes + v_changes;
  update folder_counts set documents = 0, changes = v_changes;
  insert into folder_counts (deployment_id, folder_id, documents, changes)
  select deployment_id, folder_id, count(*), v_changes from documents where trashed_at is null group by deployment_id, folder_id
  on conflict (deployment_id, folder_id) do update set documents = excluded.documents;
  delete from deployment_usage;
  insert into deployment_usage (deployment_id, documents, bytes)
  select deployment_id,
    (select count(*) from documents d where d.deployment_id = p.deployment_id and d.purged_at is null),
    (select coalesce(sum(size), 0) from blobs b where b.deployment_id = p.deployment_id)
  from deployments p;
end $function$
;

CREATE OR REPLACE FUNCTION public.rights_from(p_allow integer, p_deny integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((p_deny & 1) <> 0) THEN 0 ELSE ((p_allow | CASE WHEN ((p_allow & 14) <> 0) THEN 1 ELSE 0 END) & (~ p_deny)) END
;

CREATE OR REPLACE FUNCTION public.search_lexemes(p_head tsvector, p_text tsvector, p_facts text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.search_place_keys(p_deployment bigint, p_owner bigint, p_library bigint, p_path bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(key) from (
    select p_library * 4 + 1 as key
    union all select p_deployment * 4 + 3 where p_owner is null
    union all select above * 4 + 2 from unnest(p_path) above
  ) keys
$function$
;

CREATE OR REPLACE FUNCTION public.share_address()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  others integer;
begin
  select count(*) into others from users
  where email_key = new.email_key and deployment_id <> new.deployment_id and deleted_at is null;
  if others = 0 then return null; end if;
  if exists (
    select from worker_heartbeats
    where beat_at > now() - interval '30 seconds' and host is not null and coalesce(release, '') < '0070_addresses'
  ) then
    raise exception using errcode = 'unique_violation', table = 'users', constraint = 'users_email',
      message = 'the address is used in another deployment, and a node runs an older release';
  end if;
  perform note_accounts_per_address(others + 1);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.unrecorded_reads(p_deployment bigint, p_at timestamp with time zone, p_type text, p_user bigint, p_visitor text, p_documents bigint[], p_details jsonb)
 RETURNS TABLE(document_id bigint, folder_id bigint, library_id bigint, name text)
 LANGUAGE sql
 STABLE
AS $function$
  select d.document_id, d.folder_id, f.library_id, d.name
  from documents d join folders f on f.deployment_id = d.deployment_id and f.folder_id = d.folder_id
  where d.deployment_id = p_deployment and d.document_id = any (p_documents) and not exists (
    select from activity a
    where a.deployment_id = p_deployment and a.document_id = d.document_id
      and a.occurred_at between p_at - interval '10 minutes' and p_at + interval '10 minutes'
      and a.occurred_at >= d.modified_at
      and a.user_id = p_user and a.visitor_email is not distinct from p_visitor and a.details is not distinct from p_details
      and (a.activity_type in ('DocumentViewed', 'DocumentDownloaded') or a.activity_type = p_type))
$function$
;
