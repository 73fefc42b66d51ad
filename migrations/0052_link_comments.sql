-- Runs with: 0035
-- Removable later: nothing.
--
-- Whether visitors of a link read and write comments on its documents. The previous release makes links without.
alter table shares add column allow_comment boolean not null default false;
