-- Runs with: 0035
-- Removable later: nothing.
--
-- A deleted tag type belongs to no library until a background job has removed its values. Every query joins values to the
-- library of their document, so all values disappear at once, however many there are, and the name is available again.

alter table tag_types alter column library_id drop not null;
