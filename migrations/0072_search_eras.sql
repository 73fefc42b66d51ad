-- Runs with: 0035
-- Removable later: the column era in the index document_search_words.
--
-- The eras of documents are among the keys of their places in the index of the search (decision 0102), as the era times 4, which
-- no place has: a condition for equal keys reads few entries if the words are rare, a condition for a range reads all of its entries.
-- Rows without the key are found as those of old eras are.
insert into search_changes (is_backfill, deployment_id, document_id)
select true, deployment_id, document_id from document_search order by document_id;
