-- What a tus client sent as Upload-Metadata, which it gets back as it was; null for uploads that were begun otherwise.
alter table staged_uploads add column tus_metadata text;
