import type { Deps } from './deps.ts';
import type { App } from './platform/http/app-type.ts';
import { accessRoutes } from './resources/access/access.routes.ts';
import { archiveRoutes } from './resources/archives/archives.routes.ts';
import { asyncJobRoutes } from './resources/async-jobs/async-jobs.routes.ts';
import { verificationRoutes } from './resources/audit/verification.routes.ts';
import { documentRoutes } from './resources/documents/documents.routes.ts';
import { folderRoutes } from './resources/folders/folders.routes.ts';
import { groupRoutes } from './resources/groups/groups.routes.ts';
import { libraryRoutes } from './resources/libraries/libraries.routes.ts';
import { mailRoutes } from './resources/mails/mails.routes.ts';
import { outboxRoutes } from './resources/mails/outbox.routes.ts';
import { notificationRoutes } from './resources/notifications/notifications.routes.ts';
import { notificationStreamRoutes } from './resources/notifications/stream.routes.ts';
import { oneTimeLinkRoutes } from './resources/one-time-links/one-time-links.routes.ts';
import { overviewRoutes } from './resources/overview/overview.routes.ts';
import { permissionRoutes } from './resources/permissions/permissions.routes.ts';
import { sharedRoutes } from './resources/permissions/shared.routes.ts';
import { placeRoutes } from './resources/places/places.routes.ts';
import { queueRoutes } from './resources/queue/queue.routes.ts';
import { revisionRoutes } from './resources/revisions/revisions.routes.ts';
import { imageRoutes } from './resources/search/images.routes.ts';
import { nameSearchRoutes } from './resources/search/name-search.routes.ts';
import { savedSearchRoutes } from './resources/search/saved-searches.routes.ts';
import { tagSearchRoutes } from './resources/search/tag-search.routes.ts';
import { latestActivityRoutes } from './resources/reports/latest.routes.ts';
import { reportRoutes } from './resources/reports/reports.routes.ts';
import { reportResultRoutes } from './resources/reports/results.routes.ts';
import { valueListRoutes } from './resources/search/value-list.routes.ts';
import { passwordRoutes } from './resources/sessions/passwords.routes.ts';
import { sessionRoutes } from './resources/sessions/sessions.routes.ts';
import { settingsRoutes } from './resources/settings/settings.routes.ts';
import { allShareRoutes } from './resources/shares/all-shares.routes.ts';
import { ownShareRoutes } from './resources/shares/own.routes.ts';
import { recipientRoutes } from './resources/shares/recipients.routes.ts';
import { shareCreationRoutes } from './resources/shares/shares.create.routes.ts';
import { shareRoutes } from './resources/shares/shares.routes.ts';
import { thumbnailRoutes } from './resources/thumbnails/thumbnails.routes.ts';
import { healthRoutes } from './resources/system/health.routes.ts';
import { documentTagRoutes } from './resources/tags/document-tags.routes.ts';
import { folderTagTypeRoutes } from './resources/tags/folder-tag-types.routes.ts';
import { tagTypeRoutes } from './resources/tags/tag-types.routes.ts';
import { tokenRoutes } from './resources/tokens/tokens.routes.ts';
import { purgeOldRoutes } from './resources/trash/purge-old.routes.ts';
import { taskRoutes } from './resources/tasks/tasks.routes.ts';
import { trashRoutes } from './resources/trash/trash.routes.ts';
import { stagedUploadRoutes } from './resources/uploads/staged.routes.ts';
import { tusRoutes } from './resources/uploads/tus.routes.ts';
import { accountRoutes } from './resources/users/account.routes.ts';
import { userRoutes } from './resources/users/users.routes.ts';
import { visitRoutes } from './resources/visits/visits.routes.ts';

/** Every route of the service, noun by noun. */
export const routes: ((app: App, deps: Deps) => void)[] = [
  libraryRoutes,
  folderRoutes,
  placeRoutes,
  archiveRoutes,
  documentRoutes,
  revisionRoutes,
  thumbnailRoutes,
  stagedUploadRoutes,
  tusRoutes,
  sessionRoutes,
  passwordRoutes,
  oneTimeLinkRoutes,
  settingsRoutes,
  mailRoutes,
  outboxRoutes,
  healthRoutes,
  overviewRoutes,
  queueRoutes,
  verificationRoutes,
  notificationRoutes,
  notificationStreamRoutes,
  userRoutes,
  accountRoutes,
  tokenRoutes,
  groupRoutes,
  permissionRoutes,
  accessRoutes,
  sharedRoutes,
  recipientRoutes,
  shareCreationRoutes,
  shareRoutes,
  ownShareRoutes,
  allShareRoutes,
  taskRoutes,
  trashRoutes,
  asyncJobRoutes,
  purgeOldRoutes,
  reportRoutes,
  latestActivityRoutes,
  reportResultRoutes,
  tagTypeRoutes,
  folderTagTypeRoutes,
  documentTagRoutes,
  valueListRoutes,
  tagSearchRoutes,
  savedSearchRoutes,
  nameSearchRoutes,
  imageRoutes,
  visitRoutes,
];
