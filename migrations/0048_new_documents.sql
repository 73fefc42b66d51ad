-- Runs with: 0035
-- Removable later: nothing.
--
-- Only indexes, because building the first takes long in a large deployment. Writes to documents wait for it.

-- Documents that changed since a time, in the whole deployment.
create index documents_modified on documents (deployment_id, modified_at, document_id) where trashed_at is null;
-- Addresses in allowed domains that were never verified with a code.
create index share_recipients_unproved on share_recipients (code_issued_at) where has_joined and first_opened_at is null;
