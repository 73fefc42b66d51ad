-- Notifications: lists by pairs of user and notification, which these two indexes alone can answer (decision 0034).

-- Which notifications has this user, newest first.
drop index notifications_user;
create index notifications_user on notifications (deployment_id, user_id, notification_id);
-- Which of them are unread, and how many.
create index notifications_unread on notifications (deployment_id, user_id, notification_id) where read_at is null;
