/**
 * Every step that an area contributes to a change of an area below it. The lists are complete; each runs from top to bottom
 * in the transaction of the change (docs/architecture.md, "Steps").
 */
import type { WithSteps } from './platform/steps.ts';
import type { SettingsSteps } from './core/settings/settings.actions.ts';
import type { GroupSteps } from './people/groups/groups.steps.ts';
import { deletePicture } from './people/pictures/pictures.queries.ts';
import { leaveGroups } from './people/groups/groups.queries.ts';
import { assertPasswordsReplaceable } from './people/provider-sign-in/password-switch.steps.ts';
import { deleteIdentitiesOf } from './people/provider-sign-in/identities.queries.ts';
import { deleteUnusedLinks } from './people/one-time-links/one-time-links.queries.ts';
import { deleteBrowsersOf } from './people/devices/known-browsers.queries.ts';
import { assertFreshToLower } from './people/credentials/lowered-settings.ts';
import { applyChangedRule } from './people/factor-rule/factor-rule.steps.ts';
import { deleteDeadlineOf } from './people/factor-rule/factor-rule.queries.ts';
import { deleteFactors } from './people/factors/factors.steps.ts';
import { deleteUserLink } from './people/scim/scim-users.queries.ts';
import { endSessions } from './people/sessions/sessions.queries.ts';
import { revokeUserTokens } from './people/tokens/tokens.steps.ts';
import { applySessionLimits } from './people/user-sessions/session-limits.steps.ts';
import type { UserSteps } from './people/users/users.steps.ts';
import type { ExtractionSteps } from './content/extraction/extraction.steps.ts';
import type { UploadSteps } from './content/uploads/staged.steps.ts';
import type { DocumentSteps } from './library/documents/documents.steps.ts';
import type { FolderSteps } from './library/folders/folders.steps.ts';
import { addPersonalLibrary } from './library/libraries/libraries.steps.ts';
import { lockPersonalLibrary } from './library/libraries/personal-library.queries.ts';
import { deleteEntriesOf } from './library/permissions/permissions.queries.ts';
import { releasePersonalLibrary } from './library/permissions/personal-library.steps.ts';
import type { PurgeSteps } from './library/purge/purge.steps.ts';
import { deleteRecentOf } from './library/recents/recents.queries.ts';
import { indexText } from './library/search-index/index.jobs.ts';
import { deleteSavedSearchesOf } from './library/saved-searches/saved-searches.queries.ts';
import { deleteStarsOf } from './library/stars/stars.queries.ts';
import { revokeSharesOf } from './sharing/shares/shares.queries.ts';
import { assertLinkTakesUpload, countVisitorsFolders } from './sharing/link-uploads/upload-limits.ts';
import { noteVisitorsUpload } from './sharing/link-uploads/upload-notices.ts';
import { freezeNames } from './work/task-rows/readers.queries.ts';
import { endTasksOfPurged } from './work/tasks/tasks.steps.ts';
import { deleteHomeOf } from './insight/home/home.queries.ts';

export type Steps = SettingsSteps &
  UserSteps &
  GroupSteps &
  UploadSteps &
  ExtractionSteps &
  FolderSteps &
  DocumentSteps &
  PurgeSteps;

/** The dependencies of the routes, the jobs and the command line. */
export type AppDeps = WithSteps<Steps>;

export const steps: Steps = {
  settingsChange: [
    assertFreshToLower,
    assertPasswordsReplaceable,
    (tx, { actor, changes }) => applySessionLimits(tx, actor.deploymentId, changes, actor.now),
    applyChangedRule,
  ],

  userCreation: [addPersonalLibrary],

  userDeletionLocks: [lockPersonalLibrary],
  userDeletion: [
    (tx, user) => revokeUserTokens(tx, user, user.by.at),
    (tx, user) => revokeSharesOf(tx, user, { by: user.by.userId, at: user.by.at }),
    (tx, user) => endSessions(tx, user, null),
    deleteBrowsersOf,
    deleteIdentitiesOf,
    deleteFactors,
    deleteDeadlineOf,
    deleteUnusedLinks,
    deleteUserLink,
    deletePicture,
    leaveGroups,
    deleteSavedSearchesOf,
    deleteStarsOf,
    deleteRecentOf,
    deleteHomeOf,
    (tx, user) => deleteEntriesOf(tx, user.deploymentId, user.userId),
    releasePersonalLibrary,
  ],

  groupDeletion: [(tx, group) => deleteEntriesOf(tx, group.deploymentId, -group.groupId)],

  uploadReservation: [assertLinkTakesUpload],
  uploadFinish: [noteVisitorsUpload],

  textExtraction: [indexText],

  folderCreation: [countVisitorsFolders],
  documentRename: [freezeNames],
  documentPurge: [endTasksOfPurged],
};
