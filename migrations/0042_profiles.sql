-- Runs with: 0035
-- Removable later: nothing.
--
-- Personal settings of users, their pictures, and the kind of each email, which its recipient can turn off.

-- An IANA time zone name; null: none was chosen.
alter table users add column time_zone text collate "C";
alter table users add column language text collate "C" not null default 'en';
-- Changes with each picture; null: no picture.
alter table users add column picture_version text collate "C";
-- Kinds of emails that the person has turned off.
alter table users add column muted_mails text[] not null default '{}';

create table user_pictures (
  deployment_id bigint not null,
  user_id bigint not null,
  size smallint not null,
  sha256 bytea not null,
  png bytea not null,
  primary key (deployment_id, user_id, size),
  foreign key (deployment_id, user_id) references users (deployment_id, user_id) on delete cascade
);

comment on table user_pictures is 'Pictures of people as square PNGs, one row for each size in pixels.';

-- Null: a required email, which cannot be turned off.
alter table mails add column topic text collate "C";
