-- Without a mail server the messages themselves are kept, for the site admins to read on every node.
alter table mails
  drop constraint mails_state_check,
  add constraint mails_state_check check (state in ('queued', 'sent', 'failed', 'kept')),
  add column message bytea,
  add constraint mails_message_check check (message is null or state = 'kept');
create index mails_kept on mails (deployment_id, mail_id desc) where state = 'kept';
