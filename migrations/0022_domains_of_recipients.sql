-- To whom outside of some domains was a link sent? Their domains lie in the gaps between those.
create index share_recipients_domain on share_recipients
  (deployment_id, (split_part(email, '@', 2)) collate "C", share_id);
