-- Runs with: 0035
-- Removable later: nothing.
--
-- Editable terms of links, and openings and downloads by recipient. Defaults are constant, so no table is rewritten.

-- Distinguishes several links to one item; visitors do not see it. Null: none.
alter table shares add column name text;
-- Visitors can start this many downloads over the lifetime of the link. Null: any number.
alter table shares add column max_downloads bigint;
-- Anyone with an address in one of these domains can get an access code. Null: named recipients only.
alter table shares add column allowed_domains text[];
-- When the creator is notified that the link was opened: never, first or each.
alter table shares add column notify_on_open text not null default 'never';
-- Openings since opening_notice_from belong to a notice that is not sent yet; null: none. The time of the last notice,
-- opening_noticed_at, determines the time of the next one.
alter table shares add column opening_notice_from timestamptz(3);
alter table shares add column opening_noticed_at timestamptz(3);
-- Visits by anyone who is not a known recipient, like open_count and last_opened_at.
alter table shares add column first_opened_at timestamptz(3);
alter table shares add column last_downloaded_at timestamptz(3);
-- Downloads by all visitors. A link that has reached max_downloads allows no more.
alter table shares add column download_count bigint not null default 0;

alter table share_recipients add column first_opened_at timestamptz(3);
alter table share_recipients add column last_downloaded_at timestamptz(3);
alter table share_recipients add column download_count bigint not null default 0;
-- True for a visitor who requested a code with an address in an allowed domain, and was not named by the creator.
alter table share_recipients add column has_joined boolean not null default false;
