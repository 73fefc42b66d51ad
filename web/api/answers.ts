/** The shapes of the API, as openapi.json has them: written by `script/generate`, not by hand. */

export type Access = {
  UserId: number;
  Name: string;
  Email: string;
  /** What the person may do; empty if all was denied. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** What the rights come from, the nearest entries first. */
  Reasons: {
    /** The first two have all rights, whatever is denied. `Task`: read for the time of a task. */
    Kind: 'Owner' | 'SiteAdmin' | 'User' | 'Group' | 'Task';
    GroupId?: number;
    GroupName?: string;
    /** What the entry grants. */
    Allow: ('Read' | 'Write' | 'Delete' | 'Grant')[];
    /** What it denies. */
    Deny: ('Read' | 'Write' | 'Delete' | 'Grant')[];
    ExpiresOn?: string;
    LibraryId?: number;
    FolderId?: number;
    DocumentId?: number;
    /** The name of that thing; null if the caller may not read it. */
    OnName: string | null;
  }[];
};

/** The library may not be read. */
export type AccessDenied = {
  AccessDenied: true;
};

export type AccessLink = {
  ShareId: number;
  /** `Task`: of somebody outside who is asked to decide. */
  Kind: 'Link' | 'Task';
  Status: 'Active' | 'Pending';
  LibraryId?: number;
  FolderId?: number;
  DocumentId?: number;
  /** The name of that thing; null if the caller may not read it. */
  OnName: string | null;
  CreatedBy: {
    UserId: number;
    Name: string;
  };
  DateCreated: string;
  /** Null: without end. */
  ExpiresOn: string | null;
  AccessCodeRequired: boolean;
  HasPassword: boolean;
  AllowView: boolean;
  AllowDownload: boolean;
  AllowUpload: boolean;
  AllowEdit: boolean;
};

export type Activity = {
  ActivityId: number;
  ActivityDate: string;
  /** As in reports: an address, `Share By Link User` or `System`. */
  UserName: string;
  /** 0: nobody with an account. */
  UserId: number;
  /** The code of what happened. */
  ActivityType: string;
  /** The same in words. */
  ActivityItemType: string;
  /** What the document was called then. */
  ContentName: string;
  /** The revision that was added, assigned, approved or denied; null for other activities. */
  RevisionNumber: number | null;
};

export type ActivityDay = {
  Day: string;
  /** Lines of the activity log. */
  Events: number;
};

/** An asynchronous job in the list of your jobs. */
export type AsyncJob = ProcessingJob | CompleteJob;

/** The status of an asynchronous job. `IsComplete` is present only when the job is complete. */
export type AsyncJobStatus = ProcessingJobStatus | CompleteJobStatus;

/** Name and color of pages and emails. */
export type Branding = {
  /** Name on pages and in emails, at most 100 characters; null: the name of the product. */
  Name: string | null;
  /** Color of pages and emails as `#RRGGBB`; null: the default color. */
  Color: string | null;
};

/** A job that is complete or failed. */
export type CompleteJob = {
  /** The job. */
  JobId: number;
  /** The kind of job, such as `document-activity-report` or `purge-old-documents`. */
  JobType: string;
  /** When the job was started. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** The subject and range of a report; null for other jobs. */
  About: {
    /** Name of the user, document, or library when the report was started; null for task reports. */
    Name: string | null;
    /** The first moment that the report covers. ISO 8601, UTC, with milliseconds. */
    From: string;
    /** The last moment that the report covers. ISO 8601, UTC, with milliseconds. */
    To: string;
  } | null;
  /** True: the job is complete or failed. */
  IsComplete: true;
  /** Why the job failed, in one line; absent if it succeeded. */
  Error?: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** This status. */
    SelfUri: string;
    /** The result; a problem with status 500 if the job failed. */
    ResultUri: string;
  };
};

/** The status of a job that is complete or failed. */
export type CompleteJobStatus = {
  /** True: the job is complete or failed. */
  IsComplete: true;
  /** Why the job failed, in one line; absent if it succeeded. */
  Error?: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** This status. */
    SelfUri: string;
    /** The result; a problem with status 500 if the job failed. */
    ResultUri: string;
  };
};

/** The request contradicts the current state. */
export type ConflictProblem = Problem & {
  /** The type of this problem. */
  type: '/conflict';
  /** The HTTP status of this problem. */
  status: 409;
};

export type CurrentUser = {
  UserId: number;
  Email: string;
  Name: string;
  IsSiteAdmin: boolean;
  DateCreated: string;
  Links: {
    Self: string;
  };
  DeploymentId: number;
  DeploymentName: string;
  PersonalLibraryId: number;
  /** What pages of the deployment look like. */
  Branding: {
    Name: string | null;
    /** `#rrggbb` */
    Color: string | null;
    /** Another address for each logo. */
    LogoUri: string | null;
  };
  /** Whether anything can be deleted for good here. */
  EnablePurging: boolean;
};

/** An asynchronous job of any user of the deployment. */
export type DeploymentJob = {
  /** The job. */
  JobId: number;
  /** The kind of job, such as `document-activity-report`. */
  JobType: string;
  State: DeploymentJobState;
  /** Address of the user who started the job. */
  Creator: string;
  /** When the job was started. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the job ended; null while it is processing. ISO 8601, UTC, with milliseconds. */
  DateEnded: string | null;
  /** Why the job failed, in one line; null if it has not. */
  Error: string | null;
};

/** The state of an asynchronous job. */
export type DeploymentJobState = 'Processing' | 'Complete' | 'Failed' | 'Cancelled';

export type DeploymentShare = {
  ShareId: number;
  ItemType: 'Folder' | 'Document';
  ItemId: number;
  /** The names of what it lies in, the library first. */
  Location: string[];
  IsInTrash: boolean;
  Status: 'Active' | 'Pending' | 'Refused' | 'Expired';
  ShareType: 'Content' | 'Template';
  DateCreated: string;
  ExpiresOn: string | null;
  /** What visitors may upload in total, in bytes; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** The documents, versions and folders that visitors may add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** What visitors have uploaded. */
  UploadedBytes: number;
  /** The documents, versions and folders that visitors have added. */
  UploadedDocuments: number;
  AccessCodeRequired: boolean;
  HasPassword: boolean;
  AllowView: boolean;
  AllowDownload: boolean;
  AllowUpload: boolean;
  AllowEdit: boolean;
  /** By everybody. */
  OpenCount: number;
  LastOpened: string | null;
  ItemName: string;
  /** Whether the caller may open the item. */
  IsReadable: boolean;
  CreatedBy: {
    UserId: number;
    Name: string;
    Email: string;
  };
  Recipients: {
    /** Email address. */
    Recipient: string;
    OpenCount: number;
    LastOpened: string | null;
  }[];
};

export type DeploymentToken = {
  TokenId: number;
  Name: string;
  /** Whether it is for a sync client, whose reads are recorded as syncs. */
  IsSync: boolean;
  DateCreated: string;
  CreatedBy: {
    UserId: number;
    Name: string;
    Email: string;
  };
  /** To the minute; null: never. */
  LastUsed: string | null;
  User: {
    UserId: number;
    Name: string;
    Email: string;
  };
};

export type DeploymentTrashItem = {
  ItemName: string;
  ItemType: 'Library' | 'Folder' | 'Document';
  DateDeleted: string;
  /** Email address; null: the operator at the command line. */
  DeletedByUserName: string | null;
  Embedded: {
    Document: Document | null;
    Folder: Folder | null;
    /** The library that the item was in, or is. */
    Library: {
      LibraryId: number;
      LibraryName: string;
      /** True for a person's own library, false for a corporate one. */
      IsPrivate: boolean;
      Links: {
        Self: string;
        Folders: string;
      };
    };
  };
  Links: {
    /** PATCH brings the item back. */
    RestoreUri: string;
  };
};

export type DeprecatedTagSearchResult = {
  TotalCount: number;
  Embedded: {
    Documents: {
      DocumentId: number;
      DocumentName: string;
      /** The values that people gave, in the order of their types, with the document's extension. */
      DocumentAutoName: string | null;
      FolderId: number;
      FolderName: string;
      LibraryName: string;
      LibraryId: number;
      /** The tags that people gave. */
      StatusInformation: {
        TagValueId: null;
        TagTypeValueId: null;
        TagTypeValue: {
          TagTypeValueId: null;
          TagTypeId: number;
          TagValueString: string | null;
          TagValueNumeric: number | null;
          TagValueDate: string | null;
          TagType: {
            TagTypeName: string;
            Statistics: null;
            UserId: number | null;
            Values: unknown[];
            Libraries: unknown[];
            Flavor: string;
            DataType: number;
            TagTypeConstraints: string;
          };
        };
        DocumentId: number;
        Document: {
          DateStored: string;
          DateModified: string;
          UserId: number | null;
          Files: unknown[];
          Tags: unknown[];
          Folder: null;
          Library: null;
          ACLs: unknown[];
          IsDeleted: boolean;
          IsLocked: boolean;
          LockedByUserId: null;
          LockedDate: null;
        };
      }[];
    }[];
  };
};

export type Document = {
  DocumentId: number;
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  Links: {
    Self: string;
    Content: string;
    Revisions: string;
  };
  /** Bytes. */
  DocumentSize: number;
  FolderId: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
};

export type DocumentShare = {
  ShareId: number;
  DocumentId: number;
  /** Empty for those who see that there is a link, but not the link. */
  ReferenceString: string;
  Links: {
    /** The page of the link. With an access code, each recipient has a link of their own. */
    WebUri: string;
    Self: string;
  };
  /** What visitors may upload in total, in bytes; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** The documents, versions and folders that visitors may add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** Email address. */
  CreatedBy: string;
  DateCreated: string;
  ExpiresOn: string | null;
  AccessCodeRequired: boolean;
  HasPassword: boolean;
  AllowView: boolean;
  AllowDownload: boolean;
  AllowEdit: boolean;
};

export type DocumentShareRequest = {
  /** Default `never`; required with ExpiresOn or ExpirationValue. */
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  /** For ExpireStyle `date`: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** For ExpireStyle `days`, `hours` and `minutes`. */
  ExpirationValue?: number;
  /** What visitors may upload in total, in bytes. Above the limit in the settings for site admins only. */
  MaxUploadBytes?: number;
  /** The documents, versions and folders that visitors may add in total; likewise. */
  MaxUploadDocuments?: number;
  /** Each recipient must enter a code that is mailed to them. Excludes Password. */
  AccessCodeRequired?: boolean;
  /** The same as AccessCodeRequired. */
  PinRequired?: boolean;
  /** Email addresses, at most 100; each gets a link of their own. */
  Recipients?: string[];
  /** False: no mail is sent. */
  NotifyRecipients?: boolean;
  /** Get a copy of each recipient's mail, at most 100. Ignored where no mail is sent. */
  EmailRecipientsCc?: string[];
  /** Subject of the mail, one line. Ignored where no mail is sent. */
  CustomEmailHeader?: string;
  /** Message in the mail. Ignored where no mail is sent. */
  CustomEmailText?: string;
  /** As the password policy of the settings wants it. */
  Password?: string;
  /** To see contents. */
  AllowView?: boolean;
  /** To see and to download contents. */
  AllowDownload?: boolean;
  /** To revise the document; the creator of the share needs Write. */
  AllowEdit?: boolean;
};

export type DocumentSummary = {
  DocumentId: number;
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  Links: {
    Self: string;
    Content: string;
    Revisions: string;
  };
};

export type DocumentTag = {
  TagTypeId: number;
  TagTypeName: string;
  /** One value for each tag type. */
  Tags: string[];
};

export type Folder = {
  FolderId: number;
  FolderName: string;
  LibraryId: number;
  Links: {
    Self: string;
    Documents: string;
    Folders: string;
    Shares: string;
  };
  Embedded: {
    /** Child folders, if asked for with embed=f. */
    Folders: FolderEntry[];
    /** Child documents, if asked for with embed=d. */
    Documents: DocumentSummary[];
  };
};

export type FolderEntry = {
  FolderId: number;
  FolderName: string;
  Links: {
    Self: string;
    Documents: string;
    Folders: string;
    Shares: string;
  };
  Embedded: {
    Folders: unknown[];
    Documents: unknown[];
  };
};

export type FolderShare = {
  ShareId: number;
  FolderId: number;
  /** Empty for those who see that there is a link, but not the link. */
  ReferenceString: string;
  Status: 'Active' | 'Pending';
  ShareType: 'Content' | 'Template';
  /** Obsolete: the same as Links.WebUri. */
  Link: string;
  Links: {
    /** The page of the link. With an access code, each recipient has a link of their own. */
    WebUri: string;
    Self: string;
  };
  /** What visitors may upload in total, in bytes; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** The documents, versions and folders that visitors may add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** Email address. */
  CreatedBy: string;
  DateCreated: string;
  ExpiresOn: string | null;
  AccessCodeRequired: boolean;
  HasPassword: boolean;
  AllowView: boolean;
  AllowDownload: boolean;
  AllowUpload: boolean;
};

export type FolderShareRequest = {
  /** Default `never`; required with ExpiresOn or ExpirationValue. */
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  /** For ExpireStyle `date`: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** For ExpireStyle `days`, `hours` and `minutes`. */
  ExpirationValue?: number;
  /** What visitors may upload in total, in bytes. Above the limit in the settings for site admins only. */
  MaxUploadBytes?: number;
  /** The documents, versions and folders that visitors may add in total; likewise. */
  MaxUploadDocuments?: number;
  /** Each recipient must enter a code that is mailed to them. Excludes Password. */
  AccessCodeRequired?: boolean;
  /** The same as AccessCodeRequired. */
  PinRequired?: boolean;
  /** Email addresses, at most 100; each gets a link of their own. */
  Recipients?: string[];
  /** False: no mail is sent. */
  NotifyRecipients?: boolean;
  /** Get a copy of each recipient's mail, at most 100. Ignored where no mail is sent. */
  EmailRecipientsCc?: string[];
  /** Subject of the mail, one line. Ignored where no mail is sent. */
  CustomEmailHeader?: string;
  /** Message in the mail. Ignored where no mail is sent. */
  CustomEmailText?: string;
  /** As the password policy of the settings wants it. */
  Password?: string;
  /** To see contents. */
  AllowView?: boolean;
  /** To see and to download contents. */
  AllowDownload?: boolean;
  /** To add documents; the creator of the share needs Write. */
  AllowUpload?: boolean;
  /** Default `Content`. `Template` guides through uploads and needs AllowView and AllowUpload. */
  ShareType?: 'Content' | 'Template';
};

/** The caller lacks the right or the role, or a setting forbids the operation. */
export type ForbiddenProblem = Problem & {
  /** The type of this problem. */
  type: '/forbidden';
  /** The HTTP status of this problem. */
  status: 403;
};

/** The thing existed and does not exist anymore. */
export type GoneProblem = Problem & {
  /** The type of this problem. */
  type: '/gone';
  /** The HTTP status of this problem. */
  status: 410;
};

export type Group = {
  GroupId: number;
  GroupName: string;
  Links: {
    Self: string;
    Members: string;
  };
};

/** The health of the service. */
export type Health = {
  /** When the checks ran. ISO 8601, UTC, with milliseconds. */
  DateChecked: string;
  /** One finding per part. */
  Findings: HealthFinding[];
};

/** The state of one part. */
export type HealthFinding = {
  /** The part that was checked, such as `postgres`. */
  Check: string;
  /** `hint`: an optional part is missing. */
  State: 'ok' | 'hint' | 'warning' | 'failed';
  /** The finding in one sentence. */
  Detail: string;
};

/** No room is left for the content. */
export type InsufficientStorageProblem = Problem & {
  /** The type of this problem. */
  type: '/insufficient_storage';
  /** The HTTP status of this problem. */
  status: 507;
};

/** The server failed. `requestId` identifies the cause in its log. */
export type InternalErrorProblem = Problem & {
  /** The type of this problem. */
  type: '/internal_error';
  /** The HTTP status of this problem. */
  status: 500;
};

/** An email that the server keeps because there is no mail server. */
export type KeptMail = {
  /** The email. */
  MailId: number;
  /** Address of the recipient. */
  To: string;
  /** Subject. */
  Subject: string;
  /** When the email was written. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The email itself, `message/rfc822`. */
    Message: string;
  };
};

export type KeptSeal = {
  /** `DATA_DIR` or `the bucket`. */
  Place: string;
  Number: number;
  WrittenAt: string;
  /** The first seal that was kept, or the one with which an operator accepted the log. */
  Since: {
    Number: number;
    At: string;
    IsAccepted: boolean;
  };
};

/** The length of the content must be stated in advance. */
export type LengthRequiredProblem = Problem & {
  /** The type of this problem. */
  type: '/length_required';
  /** The HTTP status of this problem. */
  status: 411;
};

export type Library = {
  LibraryId: number;
  LibraryName: string;
  /** True for a person's own library, false for a corporate one. */
  IsPrivate: boolean;
  Links: {
    Self: string;
    Folders: string;
  };
};

/** The answer of a process that runs. */
export type Liveness = {
  /** `ok`. */
  status: string;
};

/** An email without its text. */
export type Mail = {
  /** The email. */
  MailId: number;
  /** Address of the recipient. */
  To: string;
  /** Addresses that receive a copy; empty if there are none. */
  Cc: string[];
  /** Subject. */
  Subject: string;
  State: MailState;
  /** Number of attempts so far. */
  Attempts: number;
  /** Why the last attempt failed, in one line; null if none has failed. */
  LastError: string | null;
  /** When the email was written. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the email was delivered; null if it was not. ISO 8601, UTC, with milliseconds. */
  DateSent: string | null;
  /** When a waiting email is sent next; null if that is now or never. ISO 8601, UTC, with milliseconds. */
  NextAttempt: string | null;
  /** Whether `retryMail` is possible now. */
  CanRetry: boolean;
};

/** The state of an email. */
export type MailState = 'Waiting' | 'Held' | 'Failed' | 'Sent' | 'Kept';

/** The address does not have this method. `Allow` lists those that it has. */
export type MethodNotAllowedProblem = Problem & {
  /** The type of this problem. */
  type: '/method_not_allowed';
  /** The HTTP status of this problem. */
  status: 405;
};

export type NamedGroup = {
  GroupId: number;
  GroupName: string;
};

export type NamedItem = {
  ItemType: 'Folder' | 'Document';
  ItemName: string;
  LibraryName: string;
  Links: {
    Self: string;
  };
  /** The item in its own shape; the other is null. */
  Embedded: {
    Folder: Folder | null;
    Document: Document | null;
  };
};

export type NewToken = {
  TokenId: number;
  Name: string;
  /** Whether it is for a sync client, whose reads are recorded as syncs. */
  IsSync: boolean;
  DateCreated: string;
  CreatedBy: {
    UserId: number;
    Name: string;
    Email: string;
  };
  /** The token itself, shown this once. */
  Token: string;
};

/** `Accept` excludes every form of the answer. */
export type NotAcceptableProblem = Problem & {
  /** The type of this problem. */
  type: '/not_acceptable';
  /** The HTTP status of this problem. */
  status: 406;
};

/** The thing does not exist in the caller's deployment, or it is in the trash. */
export type NotFoundProblem = Problem & {
  /** The type of this problem. */
  type: '/not_found';
  /** The HTTP status of this problem. */
  status: 404;
};

/** Something that concerns the current user. */
export type Notification = {
  /** When the event happened. ISO 8601, UTC, with milliseconds. */
  NotificationDate: string;
  /** Text with mentions of the form `[@Key=id]text[/]`; the keys are UserId, DocumentId, FolderId, LibraryId, and TaskId. A backslash before `[` or `\` makes it plain text. */
  Message: string;
  /** Whether the notification was marked as read. */
  IsRead: boolean;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The notification; DELETE removes it. */
    Self: string;
  };
};

/** The data of an event in the stream of notifications. */
export type NotificationNews = {
  Notification?: Notification;
  /** Number of unread notifications; 100 stands for that many or more. */
  UnreadCount: number;
};

export type OldDocument = {
  DocumentId: number;
  DocumentName: string;
  /** The names of what it lies in, the library first. */
  Location: string[];
  Size: number;
  DateStored: string;
  IsInTrash: boolean;
};

export type Overview = {
  /** Documents, those in the trash among them. */
  Documents: number;
  /** What the contents of all revisions take; equal contents are stored once. */
  StorageBytes: number;
  /** Users. */
  People: number;
  /** Users who are site admins. */
  SiteAdmins: number;
  Links: OverviewLinks;
  /** Sign-ins of the last 7 days that failed. */
  FailedSignIns: number;
  Jobs: OverviewJobs;
  Mails: OverviewMails;
  Tasks: OverviewTasks;
  /** The last 30 days (UTC), today last. */
  Activity: ActivityDay[];
};

export type OverviewJobs = {
  /** Background jobs of this deployment that wait or run; 1000 stands for that many or more. */
  Waiting: number;
  /** Those that were given up; 1000 stands for that many or more. */
  Failed: number;
};

export type OverviewLinks = {
  /** Links that somebody can open now, or after the preparation of their content. */
  Active: number;
  /** Active links that want neither an access code nor a password. */
  Unprotected: number;
  /** Active links that never expire. */
  WithoutEnd: number;
};

export type OverviewMails = {
  /** Mails that were refused at least once and are tried again. */
  Delayed: number;
  /** Mails of the last 30 days that were given up. */
  Failed: number;
};

export type OverviewTasks = {
  /** Tasks that wait for a decision. */
  Open: number;
  /** Tasks that nobody decided and that expired within the last 15 days. */
  Overdue: number;
};

export type OwnShare = {
  ShareId: number;
  ItemType: 'Folder' | 'Document';
  ItemId: number;
  ItemName: string | null;
  /** The names of what it lies in, the library first. */
  Location: string[];
  IsInTrash: boolean;
  Status: 'Active' | 'Pending' | 'Refused' | 'Expired';
  ShareType: 'Content' | 'Template';
  DateCreated: string;
  ExpiresOn: string | null;
  /** What visitors may upload in total, in bytes; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** The documents, versions and folders that visitors may add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** What visitors have uploaded. */
  UploadedBytes: number;
  /** The documents, versions and folders that visitors have added. */
  UploadedDocuments: number;
  AccessCodeRequired: boolean;
  HasPassword: boolean;
  AllowView: boolean;
  AllowDownload: boolean;
  AllowUpload: boolean;
  AllowEdit: boolean;
  /** By everybody. */
  OpenCount: number;
  LastOpened: string | null;
  Recipients: {
    /** Email address. */
    Recipient: string;
    WebUri: string;
    OpenCount: number;
    LastOpened: string | null;
  }[];
  Abilities: {
    ChangeExpiry: boolean;
    Notify: boolean;
    Revoke: boolean;
  };
  Links: {
    WebUri: string;
    Self: string;
  };
};

/** Rules for new passwords of accounts and links. */
export type PasswordPolicy = {
  /** Minimum number of characters. Default 8. */
  MinLength: number;
  /** Whether an uppercase letter is required. Default false. */
  RequireUppercase: boolean;
  /** Whether a lowercase letter is required. Default false. */
  RequireLowercase: boolean;
  /** Whether a digit is required. Default false. */
  RequireDigit: boolean;
  /** Whether a character is required that is neither a letter nor a digit. Default false. */
  RequireSymbol: boolean;
};

/** The body or content is larger than allowed. */
export type PayloadTooLargeProblem = Problem & {
  /** The type of this problem. */
  type: '/payload_too_large';
  /** The HTTP status of this problem. */
  status: 413;
};

export type Permission = {
  UserId?: number;
  GroupId?: number;
  /** The user's or group's name. */
  Name: string;
  Allow: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  Deny: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  ExpiresOn?: string;
  /** True for an entry of something above. */
  Inherited?: boolean;
  /** Address of the library or folder that has the entry. */
  InheritedFrom?: string;
};

export type Place = {
  LibraryId: number;
  /** Null if the caller may not read the library itself. */
  LibraryName: string | null;
  /** True for a person's own library, false for a corporate one. */
  IsPrivate: boolean;
  /** From the topmost folder that the caller may read down to the folder itself, or the document's folder. */
  Path: {
    FolderId: number;
    FolderName: string;
  }[];
  /** What the caller may do. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** As what a browser can show the document; null: not at all, or it is none. */
  CanPreview: 'image' | 'pdf' | 'text' | 'video' | 'audio' | null;
  /** The folders and documents directly in it on which the caller has other rights than on itself. */
  Exceptions: {
    /** Null: it is a document. */
    FolderId: number | null;
    /** Null: it is a folder. */
    DocumentId: number | null;
    /** What the caller may do. */
    Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  }[];
};

/** The current state is not the one that the request demands. */
export type PreconditionFailedProblem = Problem & {
  /** The type of this problem. */
  type: '/precondition_failed';
  /** The HTTP status of this problem. */
  status: 412;
};

/** An error (RFC 9457, media type `application/problem+json`). Nothing was changed by the request. */
export type Problem = {
  /** The HTTP status. */
  status: number;
  /** The kind of problem for programs, such as `/validation_error`. */
  type: string;
  /** One line that a person can act on. It can change; programs compare `type`. */
  title: string;
  /** More about this case; often empty. */
  detail: string;
  /** The path of the request. */
  instance: string;
  /** Every parameter that is wrong; empty where the problem is not about parameters. */
  errors: ProblemEntry[];
  /** With status 500 only: the id under which the server logged the cause. */
  requestId?: string;
};

/** One parameter or property that is missing or not valid. */
export type ProblemEntry = {
  /** `/invalid_parameter` or `/missing_parameter`. */
  type: string;
  /** The kind of error in words. */
  title: string;
  /** The name of the parameter or property, such as `FolderName` or `0.Value`. */
  instance: string;
  /** A sentence that says what is wrong with it. */
  detail: string;
};

/** A job that is not complete. */
export type ProcessingJob = {
  /** The job. */
  JobId: number;
  /** The kind of job, such as `document-activity-report` or `purge-old-documents`. */
  JobType: string;
  /** When the job was started. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** The subject and range of a report; null for other jobs. */
  About: {
    /** Name of the user, document, or library when the report was started; null for task reports. */
    Name: string | null;
    /** The first moment that the report covers. ISO 8601, UTC, with milliseconds. */
    From: string;
    /** The last moment that the report covers. ISO 8601, UTC, with milliseconds. */
    To: string;
  } | null;
  /** The part of the work that is done, 0 to 1; absent if it is not known. */
  Progress?: number;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** Send DELETE here to stop the job. */
    Cancel: string;
  };
};

/** The status of a job that is not complete. */
export type ProcessingJobStatus = {
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** Send DELETE here to stop the job. */
    Cancel: string;
  };
};

export type PurgeOldDocumentsResult = {
  DocumentsDeleted: number;
  DocumentsThatFailedToDelete: number;
  /** After a dry run: bytes of the documents as they are now. */
  Size?: number;
};

/** A background job of the service. */
export type QueuedJob = {
  /** The background job. */
  QueuedJobId: number;
  /** The name of the job, such as `send-mail`. */
  Kind: string;
  /** Whether the job runs by the clock for all deployments. */
  IsShared: boolean;
  State: QueuedJobState;
  /** Number of attempts so far. */
  Attempts: number;
  /** Number of attempts after which the job fails. */
  MaxAttempts: number;
  /** Why the last attempt failed, in one line; null if none has failed, and for shared jobs. */
  LastError: string | null;
  /** When the job was added. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When a waiting job runs; null in other states. ISO 8601, UTC, with milliseconds. */
  NextRun: string | null;
  /** Whether `retryQueuedJob` is possible now. */
  CanRetry: boolean;
};

/** The state of a background job. */
export type QueuedJobState = 'Waiting' | 'Running' | 'Failed';

/** The range starts beyond the end of the content. */
export type RangeNotSatisfiableProblem = Problem & {
  /** The type of this problem. */
  type: '/range_not_satisfiable';
  /** The HTTP status of this problem. */
  status: 416;
};

/** Whether the service can serve requests. */
export type Readiness = {
  /** `ready` or `unavailable`. */
  status: string;
  /** The state of each part. */
  checks: {
    /** `ok` or `failed`: the connection to the database. */
    database: string;
    /** `ok` or `failed`: the migrations of the database. */
    schema: string;
    /** `ok` or `failed`: the content store. */
    blobs: string;
  };
};

export type ReportSummary = {
  Rows: number;
  /** Months where there are more than 92 days with rows. */
  Unit: 'Day' | 'Month';
  /** Those that have rows, the earliest first; of tasks by the day on which they were assigned. */
  Periods: {
    /** The first day of the period, UTC. */
    Start: string;
    Rows: number;
  }[];
  /** What happened, in words, or the statuses of tasks; the most frequent first. */
  Types: {
    Name: string;
    Rows: number;
  }[];
};

/** The body of the request came too slowly. */
export type RequestTimeoutProblem = Problem & {
  /** The type of this problem. */
  type: '/request_timeout';
  /** The HTTP status of this problem. */
  status: 408;
};

export type Revision = {
  RevisionId: number;
  /** From 1 upwards. */
  RevisionNumber: number;
  /** The name of the file that was uploaded. */
  RevisionName: string;
  DocumentId: number;
  /** Bytes. */
  DocumentSize: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
  DateCreated: string;
  /** Email address. */
  CreatedBy: string;
  IsCurrent: boolean;
  Links: {
    Self: string;
    Content: string;
    Document: string;
  };
};

export type RevokeSharesRequest = {
  ShareIds?: number[];
  /** All that the query describes. */
  All?: boolean;
};

export type RevokeSharesResult = {
  SharesRevoked: number;
};

export type SavedSearch = {
  SavedSearchId: number;
  SearchName: string;
  LibraryId: number | null;
  FolderId: number | null;
  /** The name of the library or folder; null if it is not open to you any more, or in the trash. */
  PlaceName: string | null;
  Criteria: {
    TagTypeId: number;
    Value: string;
  }[];
  DateCreated: string;
};

export type Session = {
  SessionId: number;
  DateCreated: string;
  /** To the minute. */
  LastUsed: string;
  UserAgent: string | null;
  /** Where it was opened from. */
  Address: string | null;
  /** Whether this request was made in it. */
  IsCurrent: boolean;
};

/** The settings of a deployment. */
export type Settings = {
  /** Whether anything can be deleted permanently. Default true. */
  EnablePurging: boolean;
  /** Longest validity of a link in days; null: no limit. Default null. */
  MaxLinkExpirationDays: number | null;
  /** Longest access of a task assignee without an account in days; null: no limit. Default null. */
  MaxExternalShareDurationDays: number | null;
  /** Bytes that visitors can upload by one link in total; null: no limit. Default 10 737 418 240 (10 GiB). */
  MaxUploadBytes: number | null;
  /** Documents, versions, and folders that visitors can add by one link in total; null: no limit. Default 1000. */
  MaxUploadDocuments: number | null;
  PasswordPolicy: PasswordPolicy;
  /** Extensions that documents can have, each 1 to 10 letters or digits and not digits alone; null: all. Default null. */
  FileTypeWhitelist: string[] | null;
  /** Required, with `DynamicBranding`, for guided uploads. Default true. */
  NewLinkExperience: boolean;
  /** Required, with `NewLinkExperience`, for guided uploads. Default true. */
  DynamicBranding: boolean;
  /** Emails that a user can send in 24 hours by sharing, tasks, and invitations, each recipient and copy counted; null: no limit. Default 500. */
  MaxMailsPerUserPerDay: number | null;
  /** Whether new links are `Pending` until their content was checked. Default false. */
  SharingAsAService: boolean;
  Branding: Branding;
};

/** Settings to change; those that are absent stay as they are. */
export type SettingsUpdate = {
  /** Whether anything can be deleted permanently. Default true. */
  EnablePurging?: boolean;
  /** Longest validity of a link in days; null: no limit. Default null. */
  MaxLinkExpirationDays?: number | null;
  /** Longest access of a task assignee without an account in days; null: no limit. Default null. */
  MaxExternalShareDurationDays?: number | null;
  /** Bytes that visitors can upload by one link in total; null: no limit. Default 10 737 418 240 (10 GiB). */
  MaxUploadBytes?: number | null;
  /** Documents, versions, and folders that visitors can add by one link in total; null: no limit. Default 1000. */
  MaxUploadDocuments?: number | null;
  /** Rules for new passwords to change. */
  PasswordPolicy?: {
    /** Minimum number of characters. Default 8. */
    MinLength?: number;
    /** Whether an uppercase letter is required. Default false. */
    RequireUppercase?: boolean;
    /** Whether a lowercase letter is required. Default false. */
    RequireLowercase?: boolean;
    /** Whether a digit is required. Default false. */
    RequireDigit?: boolean;
    /** Whether a character is required that is neither a letter nor a digit. Default false. */
    RequireSymbol?: boolean;
  };
  /** Extensions that documents can have, each 1 to 10 letters or digits and not digits alone; null: all. Default null. */
  FileTypeWhitelist?: string[] | null;
  /** Required, with `DynamicBranding`, for guided uploads. Default true. */
  NewLinkExperience?: boolean;
  /** Required, with `NewLinkExperience`, for guided uploads. Default true. */
  DynamicBranding?: boolean;
  /** Emails that a user can send in 24 hours by sharing, tasks, and invitations, each recipient and copy counted; null: no limit. Default 500. */
  MaxMailsPerUserPerDay?: number | null;
  /** Whether new links are `Pending` until their content was checked. Default false. */
  SharingAsAService?: boolean;
  /** Name and color to change. */
  Branding?: {
    /** Name on pages and in emails, at most 100 characters; null: the name of the product. */
    Name?: string | null;
    /** Color of pages and emails as `#RRGGBB`; null: the default color. */
    Color?: string | null;
  };
};

export type ShareChangeRequest = {
  /** Default `never`; required with ExpiresOn or ExpirationValue. */
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  /** For ExpireStyle `date`: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** For ExpireStyle `days`, `hours` and `minutes`. */
  ExpirationValue?: number;
  /** What visitors may upload in total, in bytes. Above the limit in the settings for site admins only. */
  MaxUploadBytes?: number;
  /** The documents, versions and folders that visitors may add in total; likewise. */
  MaxUploadDocuments?: number;
};

export type ShareCount = {
  Count: number;
};

export type ShareRecipient = {
  /** Email address. */
  Recipient: string;
  WebUri: string;
};

export type SharedItem = {
  ItemType: 'Library' | 'Folder' | 'Document';
  ItemName: string;
  /** What the caller may do with it. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  Links: {
    Self: string;
  };
  /** The item in its own shape; the others are null. */
  Embedded: {
    Library: Library | null;
    Folder: Folder | null;
    Document: Document | null;
  };
};

export type SharingRules = {
  MaxLinkExpirationDays: number | null;
  PasswordPolicy: PasswordPolicy;
  MaxUploadBytes: number | null;
  MaxUploadDocuments: number | null;
  /** Whether folders can be shared for guided uploads. */
  AllowsTemplates: boolean;
  /** Whether new links are Pending until their content was checked. */
  IsChecked: boolean;
};

/** The look of the sign-in page. */
export type SignInBranding = {
  /** Heading of the sign-in page. */
  Name: string;
  /** Color of the sign-in page as `#RRGGBB`; null: the default color. */
  Color: string | null;
  /** URL of the logo, which changes with it; null if there is none. */
  LogoUri: string | null;
};

export type SignedIn = {
  SessionId: number;
  UserId: number;
  Email: string;
  Name: string;
  IsSiteAdmin: boolean;
};

export type TagSearchResult = {
  /** All matches, on whichever page. */
  TotalCount: number;
  Embedded: {
    Documents: {
      DateModified: string;
      DocumentId: number;
      DocumentName: string;
      /** The values that people gave, in the order of their types, with the document's extension. */
      DocumentAutoName: string | null;
      FolderId: number;
      FolderName: string;
      LibraryName: string;
      /** The service's own tags. */
      StatusInformation: {
        TagTypeName: string;
        TagValueString: string | null;
        TagValueNumeric: number | null;
        TagValueDate: string | null;
        DataType: number;
      }[];
      Links: {
        Self: string;
        Content: string;
        DocumentUri: string;
        FolderUri: string;
        LibraryUri: string;
        FolderIconUri: string;
      };
    }[];
  };
};

export type TagType = {
  TagTypeId: number;
  TagTypeName: string;
  /** `Status`: the service's own. */
  FlavorName: 'Simple' | 'Status';
  /** 0 String, 1 Numeric, 2 Date. */
  DataType: number;
  DataTypeName: 'String' | 'Numeric' | 'Date';
  /** JSON text of an object: `DefaultValue` (text or null) and `DataSetValues` (null). */
  Constraints: string;
  Links: {
    TagValuesUri: string;
  };
};

export type TagTypeConstraints = {
  /** What new documents get; it must fit the data type. A date has the form MMddyyyy. */
  DefaultValue?: string | null;
  /** Not used; always null in answers. */
  DataSetValues?: unknown;
};

export type Task = {
  TaskId: number;
  TaskType: 'Approval';
  TaskStatus: 'Open' | 'Completed' | 'Cancelled' | 'Expired';
  /** Empty without a decision. */
  TaskResult: '' | 'Positive' | 'Negative';
  Instructions: string;
  DueDate: string;
  DateAssigned: string;
  DateEnded: string | null;
  /** Email address. */
  Creator: string;
  /** Email address. */
  Assignee: string;
  ItemType: 'Document';
  /** The document's name; if it was purged or the caller can no longer read it, the last one that the caller could read. */
  ItemName: string;
  Links: {
    Self: string;
    CancelTaskUri: string;
    CompleteTaskUri: string;
    Document: string;
  };
  DocumentId: number;
  /** The same as `AssignedRevision.RevisionNumber`. */
  RevisionNumber: number;
  /** The same as `AssignedRevision.Hash`. */
  Hash: string;
  AssignedRevision: TaskRevision;
  /** The revision that was approved or denied. Null without a decision, and for decisions made before this was recorded if it cannot be told. */
  DecidedRevision: TaskRevision | null;
  /** The newest revision of the document; null if the caller cannot read it. */
  CurrentRevision: TaskRevision | null;
  /** The current content differs from the assigned one; false if the caller cannot read the document. */
  ChangedSinceAssigned: boolean;
  Comment: string | null;
  AccessEndsAt: string | null;
  /** What the caller may do with it now. */
  Abilities: {
    Complete: boolean;
    Cancel: boolean;
    Delete: boolean;
  };
};

export type TaskRevision = {
  /** Null if the document was purged before tasks kept this id. */
  RevisionId: number | null;
  RevisionNumber: number;
  /** SHA-256 of its content, lower-case hexadecimal. */
  Hash: string;
};

export type Token = {
  TokenId: number;
  Name: string;
  /** Whether it is for a sync client, whose reads are recorded as syncs. */
  IsSync: boolean;
  DateCreated: string;
  CreatedBy: {
    UserId: number;
    Name: string;
    Email: string;
  };
  /** To the minute; null: never. */
  LastUsed: string | null;
};

/** Too many requests, uploads, or wrong credentials. */
export type TooManyRequestsProblem = Problem & {
  /** The type of this problem. */
  type: '/too_many_requests';
  /** The HTTP status of this problem. */
  status: 429;
};

export type TrashItem = {
  ItemName: string;
  ItemType: 'Library' | 'Folder' | 'Document';
  DateDeleted: string;
  /** Email address; null: the operator at the command line. */
  DeletedByUserName: string | null;
  Embedded: {
    Document: DocumentSummary | null;
    Folder: Folder | null;
    /** The library that the item was in, or is. */
    Library: {
      LibraryId: number;
      LibraryName: string;
      /** True for a person's own library, false for a corporate one. */
      IsPrivate: boolean;
      Links: {
        Self: string;
        Folders: string;
      };
    };
  };
  Links: {
    /** PATCH brings the item back. */
    RestoreUri: string;
  };
};

/** The credential is missing or no longer valid, or the password is wrong. */
export type UnauthorizedProblem = Problem & {
  /** The type of this problem. */
  type: '/unauthorized';
  /** The HTTP status of this problem. */
  status: 401;
};

/** The database or the content store cannot be reached, or the server is overloaded. */
export type UnavailableProblem = Problem & {
  /** The type of this problem. */
  type: '/unavailable';
  /** The HTTP status of this problem. */
  status: 503;
};

export type UnfinishedUpload = {
  Identifier: string;
  FileName: string;
  /** Bytes received so far. */
  CurrentSize: number;
  Length: number | null;
  FolderId: number | null;
  DocumentId: number | null;
  DateCreated: string;
  ExpiresOn: string;
  Links: {
    /** Takes portions too, like Links.Location at creation. */
    Self: string;
  };
};

/** The `Idempotency-Key` was used with another request. */
export type UnprocessableContentProblem = Problem & {
  /** The type of this problem. */
  type: '/unprocessable_content';
  /** The HTTP status of this problem. */
  status: 422;
};

/** The operation does not read this media type or content coding. */
export type UnsupportedMediaTypeProblem = Problem & {
  /** The type of this problem. */
  type: '/unsupported_media_type';
  /** The HTTP status of this problem. */
  status: 415;
};

export type UploadReference = {
  Identifier: string;
  FileName: string;
  /** Bytes received so far. */
  CurrentSize: number;
  /** For internal use. */
  VolumeId: number;
  Links: {
    /** Takes the portions of the content, by PATCH. */
    Location: string;
  };
};

export type User = {
  UserId: number;
  Email: string;
  Name: string;
  IsSiteAdmin: boolean;
  DateCreated: string;
  Links: {
    Self: string;
  };
};

export type UserAccount = {
  /** False: the person was invited and has not set one yet. */
  HasPassword: boolean;
  /** When the link in the last invitation ends; null if there is none. */
  InvitationExpiresOn: string | null;
  /** Of what the person is signed in with, and of tokens; null if that is not known. */
  LastSeen: string | null;
  SessionCount: number;
  TokenCount: number;
  Groups: {
    GroupId: number;
    GroupName: string;
  }[];
};

/** The path, query, or body is malformed or breaks a rule for values. */
export type ValidationErrorProblem = Problem & {
  /** The type of this problem. */
  type: '/validation_error';
  /** The HTTP status of this problem. */
  status: 400;
};

export type Verification = {
  JobId: number;
  State: 'Processing' | 'Complete' | 'Failed' | 'Cancelled';
  /** The address of who began it. */
  Creator: string;
  DateCreated: string;
  DateEnded: string | null;
  Progress: {
    Seals: number;
    OfSeals: number;
  };
  /** Kept for 7 days. */
  Result: Verified | null;
  Error: string | null;
};

export type VerificationFinding = {
  SealNumber: number;
  SealedAt: string;
  AfterId: number;
  ThroughId: number;
  Problem: string;
};

export type VerificationWish = {
  /** A seal that was noted elsewhere, as `carrel audit verify` prints it: `12:9f…`. */
  NotedSeal?: string;
};

export type Verified = {
  DeploymentId: number;
  Seals: number;
  SealedRows: number;
  LastSeal: {
    Number: number;
    Seal: string;
    SealedAt: string;
  } | null;
  /** Lines that no seal covers yet. */
  UnsealedRows: number;
  UnsealedSince: string | null;
  /** The last seals that are kept outside of the database, and are part of the log. */
  Heads?: KeptSeal[];
  /** Problems: seals that do not hold, and kept seals that are not in the log. */
  Broken: number;
  /** The first hundred of them. */
  Findings: VerificationFinding[];
};
