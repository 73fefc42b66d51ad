/** The activity types by which the log can be filtered, in groups that people look for. */

const OBJECTS = ['Document', 'Folder', 'Library'];
const LINKED = ['Document', 'Folder'];
const of = (objects: string[], ...events: string[]) =>
  objects.flatMap((object) => events.map((event) => `${object}${event}`));

export const ACTIVITY_GROUPS = {
  signIns: ['UserAuthenticated', 'UserSignedOut', 'UserReauthenticated'],
  failedSignIns: [
    'InvalidUserOrPassword',
    'InvalidPasskey',
    'InvalidSecondFactor',
    'SignInRefused',
    'ProviderSignInFailed',
  ],
  denied: ['AccessDenied', 'InvalidLinkPassword'],
  reads: ['DocumentViewed', 'DocumentDownloaded', 'DocumentSynced'],
  changes: [
    ...of(OBJECTS, 'Created', 'Renamed', 'Restored'),
    ...of(LINKED, 'Moved'),
    'DocumentRevised',
    'DocumentCopied',
    'DocumentTagged',
    'FolderTagTypesChanged',
    'TagTypeCreated',
    'TagTypeChanged',
    'TagTypeDeleted',
  ],
  deletions: [...of(OBJECTS, 'Deleted', 'Purged'), 'PurgeStarted'],
  comments: of(['DocumentComment'], '', 'Changed', 'Deleted', 'Resolved', 'Reopened'),
  links: [...of(LINKED, 'LinkCreated', 'LinkChanged', 'LinkMailed', 'LinkRevoked'), 'RevocationStarted'],
  permissions: of(OBJECTS, 'SharedWithUser', 'SharedWithGroup', 'PermissionsChanged'),
  tasks: of(['Task'], 'Created', 'Approved', 'Denied', 'Cancelled', 'Expired', 'Deleted'),
  people: [
    ...of(['User', 'Group', 'ScimConnection'], 'Created', 'Changed', 'Deleted'),
    'IdentityLinked',
    'IdentityUnlinked',
  ],
  credentials: [
    'PasswordChanged',
    'PasswordResetRequested',
    'RecoveryCodesCreated',
    ...of(['Token'], 'Created', 'Rotated', 'FirstUsed', 'Revoked'),
    ...of(['SecondFactor'], 'Added', 'Changed', 'Removed', 'Required', 'sReset'),
  ],
  administration: [
    'DeploymentCreated',
    'SettingChanged',
    ...of(['IdentityProvider'], 'Created', 'Changed', 'Tested', 'Deleted'),
    'ReportCreated',
    'VerificationStarted',
    'ActivityVerified',
    'ActivityAccepted',
    'JobDeleted',
    'JobRetried',
    'MailViewed',
    'MailRetried',
  ],
} as const satisfies Record<string, string[]>;

export type ActivityGroup = keyof typeof ACTIVITY_GROUPS;

/** Whether a text from the address names a group. */
export const isActivityGroup = (text: string): text is ActivityGroup => Object.hasOwn(ACTIVITY_GROUPS, text);
