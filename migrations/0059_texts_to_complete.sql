-- Runs with: 0035
-- Removable later: nothing.
--
-- Finds texts of which a program that was missing can read more, such as scans for Tesseract (decision 0101).
create index content_texts_missing on content_texts (missing_part, created_at) where missing_part is not null;
