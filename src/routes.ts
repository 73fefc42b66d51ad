import type { AppDeps } from './steps.ts';
import type { App } from './platform/http/app-type.ts';
import { accessRoutes } from './library/access/access.routes.ts';
import { archiveRoutes } from './library/archives/archives.routes.ts';
import { asyncJobRoutes } from './core/async-jobs/async-jobs.routes.ts';
import { verificationRoutes } from './insight/audit/verification.routes.ts';
import { commentRoutes } from './library/comments/comments.routes.ts';
import { documentRoutes } from './library/documents/documents.routes.ts';
import { downloadRoutes } from './library/downloads/downloads.routes.ts';
import { folderRoutes } from './library/folders/folders.routes.ts';
import { groupRoutes } from './people/groups/groups.routes.ts';
import { libraryRoutes } from './library/libraries/libraries.routes.ts';
import { mailRoutes } from './core/mails/mails.routes.ts';
import { unsubscribeRoutes } from './core/subscriptions/unsubscribe.routes.ts';
import { outboxRoutes } from './core/mails/outbox.routes.ts';
import { notificationRoutes } from './core/notifications/notifications.routes.ts';
import { streamRoutes } from './library/live-lists/stream.routes.ts';
import { oneTimeLinkRoutes } from './people/passwords/password-links.routes.ts';
import { overviewRoutes } from './insight/overview/overview.routes.ts';
import { permissionRoutes } from './library/permissions/permissions.routes.ts';
import { sharedRoutes } from './library/permissions/shared.routes.ts';
import { problemPages } from './platform/http/problem-pages.ts';
import { placeRoutes } from './library/places/places.routes.ts';
import { queueRoutes } from './core/queue/queue.routes.ts';
import { revisionRoutes } from './library/revisions/revisions.routes.ts';
import { imageRoutes } from './library/tag-search/images.routes.ts';
import { searchRoutes } from './library/search/search.routes.ts';
import { recentRoutes } from './library/recents/recents.routes.ts';
import { starRoutes } from './library/stars/stars.routes.ts';
import { homeRoutes } from './insight/home/home.routes.ts';
import { savedSearchRoutes } from './library/saved-searches/saved-searches.routes.ts';
import { tagSearchRoutes } from './library/tag-search/tag-search.routes.ts';
import { latestActivityRoutes } from './insight/activity/latest.routes.ts';
import { logRoutes } from './insight/activity/log.routes.ts';
import { reportRoutes } from './insight/reports/reports.routes.ts';
import { reportResultRoutes } from './insight/reports/results.routes.ts';
import { valueListRoutes } from './library/tag-search/value-list.routes.ts';
import { identityProviderRoutes } from './people/identity-providers/providers.routes.ts';
import { identityRoutes } from './people/identities/identities.routes.ts';
import { logoutRoutes } from './people/provider-logout/logout.routes.ts';
import { providerTestRoutes } from './people/provider-tests/provider-tests.routes.ts';
import { providerSignInRoutes } from './people/provider-sign-in/provider-sign-in.routes.ts';
import { passwordRoutes } from './people/passwords/passwords.routes.ts';
import { factorRoutes } from './people/factors/factors.routes.ts';
import { ownPasskeyRoutes } from './people/own-passkeys/own-passkeys.routes.ts';
import { passkeySignInRoutes } from './people/passkey-sign-in/passkey-sign-in.routes.ts';
import { parkedSessionRoutes } from './people/parked-sessions/parked-sessions.routes.ts';
import { signInRoutes } from './people/sign-in/sign-in.routes.ts';
import { sessionRoutes } from './people/sessions/sessions.routes.ts';
import { settingsRoutes } from './core/settings/settings.routes.ts';
import { allShareRoutes } from './sharing/all-shares/all-shares.routes.ts';
import { defaultLinkRoutes } from './sharing/default-links/default-links.routes.ts';
import { invitationRoutes } from './sharing/invitations/invitations.routes.ts';
import { ownShareRoutes } from './sharing/own-shares/own.routes.ts';
import { shareVisitorRoutes } from './sharing/own-shares/visitors.routes.ts';
import { recipientRoutes } from './sharing/shares/recipients.routes.ts';
import { shareCreationRoutes } from './sharing/share-creation/share-creation.routes.ts';
import { shareRoutes } from './sharing/shares/shares.routes.ts';
import { thumbnailRoutes } from './library/thumbnails/thumbnails.routes.ts';
import { renditionRoutes } from './library/renditions/renditions.routes.ts';
import { revisionRenditionRoutes } from './library/renditions/revision-renditions.routes.ts';
import { healthRoutes } from './core/system/health.routes.ts';
import { documentTagRoutes } from './library/tags/document-tags.routes.ts';
import { folderTagTypeRoutes } from './library/tag-types/folder-tag-types.routes.ts';
import { tagTypeRoutes } from './library/tag-types/tag-types.routes.ts';
import { basicSignInRoutes } from './people/basic-sign-in/basic-sign-in.routes.ts';
import { connectionRoutes } from './people/connections/connections.routes.ts';
import { scimRoutes } from './people/scim/scim.routes.ts';
import { tokenRoutes } from './people/tokens/tokens.routes.ts';
import { purgeOldRoutes } from './library/purge/purge-old.routes.ts';
import { taskRoutes } from './work/tasks/tasks.routes.ts';
import { trashItemRoutes } from './library/trash/trash-items.routes.ts';
import { trashRoutes } from './library/trash/trash.routes.ts';
import { stagedUploadRoutes } from './library/staged-uploads/staged.routes.ts';
import { tusRoutes } from './library/staged-uploads/tus.routes.ts';
import { bulkChangeRoutes } from './people/bulk-changes/bulk-changes.routes.ts';
import { importRoutes } from './people/imports/imports.routes.ts';
import { userSessionRoutes } from './people/user-sessions/user-sessions.routes.ts';
import { accountRoutes } from './people/users/account.routes.ts';
import { pictureRoutes } from './people/pictures/pictures.routes.ts';
import { profileRoutes } from './people/profiles/profiles.routes.ts';
import { userRoutes } from './people/users/users.routes.ts';
import { linkCommentRoutes } from './visiting/link-comments/link-comments.routes.ts';
import { linkSearchRoutes } from './visiting/link-search/link-search.routes.ts';
import { visitRoutes } from './visiting/link-routes/visits.routes.ts';

/** Every route of the service, by noun. */
export const routes: ((app: App, deps: AppDeps) => void)[] = [
  libraryRoutes,
  folderRoutes,
  placeRoutes,
  archiveRoutes,
  documentRoutes,
  downloadRoutes,
  revisionRoutes,
  thumbnailRoutes,
  renditionRoutes,
  revisionRenditionRoutes,
  commentRoutes,
  stagedUploadRoutes,
  tusRoutes,
  parkedSessionRoutes,
  signInRoutes,
  sessionRoutes,
  factorRoutes,
  ownPasskeyRoutes,
  passkeySignInRoutes,
  passwordRoutes,
  identityProviderRoutes,
  providerSignInRoutes,
  identityRoutes,
  logoutRoutes,
  providerTestRoutes,
  oneTimeLinkRoutes,
  settingsRoutes,
  mailRoutes,
  outboxRoutes,
  unsubscribeRoutes,
  healthRoutes,
  overviewRoutes,
  queueRoutes,
  verificationRoutes,
  notificationRoutes,
  streamRoutes,
  userRoutes,
  profileRoutes,
  pictureRoutes,
  userSessionRoutes,
  accountRoutes,
  bulkChangeRoutes,
  importRoutes,
  tokenRoutes,
  basicSignInRoutes,
  connectionRoutes,
  scimRoutes,
  groupRoutes,
  permissionRoutes,
  accessRoutes,
  sharedRoutes,
  recipientRoutes,
  shareCreationRoutes,
  shareRoutes,
  ownShareRoutes,
  shareVisitorRoutes,
  allShareRoutes,
  defaultLinkRoutes,
  invitationRoutes,
  taskRoutes,
  trashItemRoutes,
  trashRoutes,
  asyncJobRoutes,
  purgeOldRoutes,
  reportRoutes,
  latestActivityRoutes,
  logRoutes,
  reportResultRoutes,
  tagTypeRoutes,
  folderTagTypeRoutes,
  documentTagRoutes,
  valueListRoutes,
  tagSearchRoutes,
  savedSearchRoutes,
  searchRoutes,
  starRoutes,
  recentRoutes,
  homeRoutes,
  imageRoutes,
  visitRoutes,
  linkCommentRoutes,
  linkSearchRoutes,
  problemPages,
];
