/** The shapes of the API, as openapi.json has them: written by `script/generate`, not by hand. */

/** The operations that you can do now. Operations that this kind of object does not have are false. */
export type Abilities = {
  /** Whether you can add folders to it, also by moving or copying them there. */
  AddFolder: boolean;
  /** Whether you can add documents to it, also by moving or copying them there. */
  AddDocument: boolean;
  /** Whether you can add revisions. */
  AddRevision: boolean;
  /** Whether you can make an older revision the current one. */
  RestoreRevision: boolean;
  /** Whether you can change its tags. */
  SetTags: boolean;
  /** Whether you can rename it. */
  Rename: boolean;
  /** Whether you can move it to a place where you can add items. */
  Move: boolean;
  /** Whether you can copy it to a place where you can add items. */
  Copy: boolean;
  /** Whether you can move it to the trash. */
  Trash: boolean;
  /** Whether you can share it by a link. */
  Share: boolean;
  /** Whether you can share it by a link that lets visitors upload or edit. */
  ShareWritable: boolean;
  /** Whether you can see and revoke all links to it, whoever created them. */
  ManageShares: boolean;
  /** Whether you can assign tasks on it. */
  AssignTask: boolean;
  /** Whether you can see who has access, and change its permissions. */
  ManagePermissions: boolean;
  /** Whether you can define its tag types. */
  ManageTagTypes: boolean;
};

export type Access = {
  /** The user. */
  UserId: number;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Address of the user; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on. */
  Email: string;
  /** URL of the picture, which changes with it; null if there is none. */
  PictureUri: string | null;
  /** Whether the user was deleted. */
  IsDeleted: boolean;
  /** Effective rights of the person; empty if all are denied. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** Sources of the rights, nearest entries first. */
  Reasons: {
    /** The first two have all rights, whatever is denied. `Task`: read for the time of a task. */
    Kind: 'Owner' | 'SiteAdmin' | 'User' | 'Group' | 'Task';
    /** The group. */
    GroupId?: number;
    /** Name of the group. */
    GroupName?: string;
    /** The rights that the entry grants. */
    Allow: ('Read' | 'Write' | 'Delete' | 'Grant')[];
    /** The rights that it denies. */
    Deny: ('Read' | 'Write' | 'Delete' | 'Grant')[];
    /** When the entry ends; absent: never. ISO 8601, UTC, with milliseconds. */
    ExpiresOn?: string;
    /** The library. */
    LibraryId?: number;
    /** The folder. */
    FolderId?: number;
    /** The document. */
    DocumentId?: number;
    /** The name of that thing; null if the caller may not read it. */
    OnName: string | null;
  }[];
};

/** The person who requests an access code. */
export type AccessCodeRequest = {
  /** The key of the recipient in the URL of a personal link. */
  Recipient?: string;
  /** Instead of `Recipient`: an address, if the link accepts those of allowed domains. */
  Email?: string;
};

/** The times of an access code. */
export type AccessCodeSent = {
  /** When the code was sent. ISO 8601, UTC, with milliseconds. */
  SentAt: string;
  /** When another code can be requested. ISO 8601, UTC, with milliseconds. */
  CanResendAt: string;
};

/** The library may not be read. */
export type AccessDenied = {
  /** Always true. */
  AccessDenied: true;
};

export type AccessLink = {
  /** The share. */
  ShareId: number;
  /** `Task`: of somebody outside who is asked to decide. */
  Kind: 'Link' | 'Task';
  /** `Pending`: nobody can open it until its contents are checked. */
  Status: 'Active' | 'Pending';
  /** The library. */
  LibraryId?: number;
  /** The folder. */
  FolderId?: number;
  /** The document. */
  DocumentId?: number;
  /** The name of that thing; null if the caller may not read it. */
  OnName: string | null;
  CreatedBy: Person;
  /** When the link was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** Null: without end. */
  ExpiresOn: string | null;
  /** Whether recipients must enter a code that is emailed to them. */
  AccessCodeRequired: boolean;
  /** Whether a password protects the link. */
  HasPassword: boolean;
  /** Whether visitors can view. */
  AllowView: boolean;
  /** Whether visitors can download and view. */
  AllowDownload: boolean;
  /** Whether visitors can add documents and folders. */
  AllowUpload: boolean;
  /** Whether visitors can add revisions. */
  AllowEdit: boolean;
};

/** Something that happened to a document. */
export type Activity = {
  /** The row of the activity log. */
  ActivityId: number;
  /** When it happened. ISO 8601, UTC, with milliseconds. */
  ActivityDate: string;
  /** Address of the user or visitor, `Share By Link User`, or `System`. */
  UserName: string;
  /** The user; 0 for everybody without an account. */
  UserId: number;
  /** The user; null for anyone without an account. */
  Person: Person | null;
  /** The code of what happened, such as `DocumentViewed`. */
  ActivityType: string;
  /** The event in words. */
  ActivityItemType: string;
  /** Name of the document at that time. */
  ContentName: string;
  /** The revision that was added, assigned, approved, or denied; null for other activity. */
  RevisionNumber: number | null;
};

export type ActivityDay = {
  /** The day in UTC. */
  Day: string;
  /** Lines of the activity log. */
  Events: number;
};

/** The content of a zip archive: at least one document or folder. */
export type ArchiveCreate = {
  /** Without it the file is `archive.zip`; `.zip` is added where it lacks. */
  ZipFileName?: string;
  /** Ids of documents to add. */
  DocumentIds?: number[];
  /** Ids of folders to add, each with everything below it. */
  FolderIds?: number[];
};

/** The entries of a ZIP archive. */
export type ArchiveEntries = {
  /** Entries that the archive declares. */
  EntryCount: number;
  /** False if there are more than 10 000 entries, or the rest of the list is damaged. */
  IsComplete: boolean;
  /** The first entries in the order of the archive. */
  Entries: ArchiveEntry[];
};

/** A file or folder in an archive. */
export type ArchiveEntry = {
  /** The path in the archive, with `/` between names. */
  Name: string;
  /** Size in bytes that the archive declares. */
  Size: number;
  /** When it was last changed; null: not valid. ISO 8601, UTC, with milliseconds. */
  DateModified: string | null;
  /** Whether it is a folder. */
  IsFolder: boolean;
  /** Whether a password protects it. */
  IsEncrypted: boolean;
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

/** A comment on a document. */
export type Comment = {
  /** The comment. */
  CommentId: number;
  /** The first comment of the thread; null for that one. */
  ParentId: number | null;
  /** The page that it is about; null: the whole document. */
  Page: number | null;
  /** The part of the page that it is about; null: the whole page. */
  Region: CommentRegion | null;
  /** Plain text with line breaks. Empty if it was deleted. */
  Text: string;
  /** Name of the author, or the address of a visitor. Empty if it was deleted. */
  AuthorName: string;
  /** Whether the author signed in or proved the address by a code. A name that a visitor typed is not. */
  IsVerified: boolean;
  /** The decision on a task that it comments on; empty for other comments. */
  TaskResult: '' | 'Positive' | 'Negative';
  /** When it was written. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When its text was last changed; null: never. ISO 8601, UTC, with milliseconds. */
  DateChanged: string | null;
  /** Whether its thread is resolved. */
  IsResolved: boolean;
  /** Whether it was deleted. It remains in the list while its thread has replies. */
  IsDeleted: boolean;
  /** The document. */
  DocumentId: number;
  /** The revision that it was made on; null if unknown. */
  RevisionId: number | null;
  /** Number of that revision. */
  RevisionNumber: number | null;
  /** The author; null for visitors, and if it was deleted. */
  Author: Person | null;
  /** The people that it mentions, by name. */
  Mentions: Person[];
  /** The task on whose decision it comments; null for other comments. */
  TaskId: number | null;
  /** When the thread was resolved; null unless it is. ISO 8601, UTC, with milliseconds. */
  DateResolved: string | null;
  /** The user who resolved the thread; null unless it is resolved, and for old decisions. */
  ResolvedBy: Person | null;
  /** The operations that you can do with the comment now. */
  Abilities: {
    /** Whether you can change its text. */
    Edit: boolean;
    /** Whether you can delete it. */
    Delete: boolean;
    /** Whether you can resolve and reopen the thread; false for replies. */
    Resolve: boolean;
  };
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The comment. */
    Self: string;
    /** The document. */
    Document: string;
  };
};

/** The new text. `Mentions` replaces the former ones; absent: none. */
export type CommentChange = {
  /** Plain text of 1 to 10000 characters. Line breaks are kept. */
  Text: string;
  /** The users that the text mentions, at most 20. Each can view the document, and is notified. */
  Mentions?: number[];
};

/** Numbers of comments on a document. */
export type CommentCounts = {
  /** Comments, without deleted ones. */
  Comments: number;
  /** Threads that are not resolved. */
  OpenThreads: number;
};

/** A comment to add. */
export type CommentCreate = {
  /** Plain text of 1 to 10000 characters. Line breaks are kept. */
  Text: string;
  /** The first comment of the thread that it replies to. Absent: a new thread. */
  ParentId?: number;
  /** The page, from 1. */
  Page?: number;
  Region?: CommentRegion;
  /** The revision that it is about. Absent: the current one. */
  RevisionId?: number;
  /** The users that the text mentions, at most 20. Each can view the document, and is notified. */
  Mentions?: number[];
};

/** A rectangle on a page. */
export type CommentRegion = {
  /** Left edge, as a fraction of the page. */
  X: number;
  /** Top edge, as a fraction of the page. */
  Y: number;
  /** Width, as a fraction of the page. */
  Width: number;
  /** Height, as a fraction of the page. */
  Height: number;
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

/** The text of a content. */
export type ContentText = {
  /** The pages that have text, in their order. */
  Pages: TextOfPage[];
  /** False if there is more text, such as words in pictures that were not read. */
  IsComplete: boolean;
};

/** The session of the request. */
export type CurrentSession = {
  /** The session. */
  SessionId: number;
  /** When the user signed in. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** Last use, to the minute. ISO 8601, UTC, with milliseconds. */
  LastUsed: string;
  /** Browser and system, such as `Firefox on Windows`; null: an unknown browser. */
  Device: string | null;
  /** The kind of device. */
  DeviceKind: 'Desktop' | 'Phone' | 'Tablet' | 'Unknown';
  /** The `User-Agent` of the browser; null if it sent none. */
  UserAgent: string | null;
  /** Network address at sign-in; null if it is not known. */
  Address: string | null;
  /** Network address of the last use; null if it is not known. */
  LastAddress: string | null;
  /** How the user proved who they are: at sign-in, and later in the session. */
  Methods: ('Password' | 'Provider' | 'Passkey' | 'Totp' | 'RecoveryCode')[];
  /** When the session ends if it is not used; null: only at `ExpiresOn`. ISO 8601, UTC, with milliseconds. */
  IdleExpiresOn: string | null;
  /** When the session ends even if it is in use. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string;
  /** Whether this request belongs to the session. */
  IsCurrent: boolean;
  /** Seconds until `IdleExpiresOn`, for clients whose clock is wrong; null: the session has no idle limit and ends at `ExpiresOn`. */
  IdleExpiresIn: number | null;
};

/** The user whom the credential belongs to. */
export type CurrentUser = {
  /** The user. */
  UserId: number;
  /** Address with which the user signs in. */
  Email: string;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Whether the user manages the deployment. */
  IsSiteAdmin: boolean;
  /** When the user was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** URL of the picture, which changes with it; null if there is none. */
  PictureUri: string | null;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The user. */
    Self: string;
  };
  /** The deployment. */
  DeploymentId: number;
  /** Name of the deployment. 1 to 199 characters. */
  DeploymentName: string;
  /** The personal library of the user. */
  PersonalLibraryId: number;
  /** The look of the pages of the deployment. */
  Branding: {
    /** Name on the pages of the deployment; null: the name of the product. */
    Name: string | null;
    /** Color of the pages as `#RRGGBB`; null: the default color. */
    Color: string | null;
    /** URL of the logo, which changes with it; null if there is none. */
    LogoUri: string | null;
  };
  /** Whether anything can be deleted permanently in the deployment. */
  EnablePurging: boolean;
  /** Until when the user of this session must set up a second factor; null: the user has one, or needs none. ISO 8601, UTC, with milliseconds. */
  SecondFactorDue: string | null;
  /** Whether the deadline has passed, so that this session can only set up a second factor. */
  IsLimited: boolean;
  /** IANA time zone of the user; null: that of the device in the web app, and UTC in emails. */
  TimeZone: string | null;
  /** Language of the web app and of emails. */
  Language: 'en';
  MailPreferences: MailPreferences;
};

/** The request must be sent again with a `DeploymentId`. */
export type DeploymentChoice = {
  /** The deployments in which the address has an account with this password, by name. */
  Deployments: DeploymentToChoose[];
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
  CreatorPerson: Person;
  /** When the job was started. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the job ended; null while it is processing. ISO 8601, UTC, with milliseconds. */
  DateEnded: string | null;
  /** Why the job failed, in one line; null if it has not. */
  Error: string | null;
};

/** The state of an asynchronous job. */
export type DeploymentJobState = 'Processing' | 'Complete' | 'Failed' | 'Cancelled';

/** A share of any user of the deployment, without the link itself. */
export type DeploymentShare = {
  /** The share. */
  ShareId: number;
  /** The kind of the shared item. */
  ItemType: 'Folder' | 'Document';
  /** The shared folder or document. */
  ItemId: number;
  /** Names of the library and the folders that the item lies in; empty if you cannot read it anymore. */
  Location: string[];
  /** Whether the item is in the trash. */
  IsInTrash: boolean;
  /** `Pending`: its content is being checked. `Refused`: something was found in it. */
  Status: 'Active' | 'Pending' | 'Refused' | 'Expired';
  /** `Template`: a guided upload. */
  ShareType: 'Content' | 'Template';
  /** When the share was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the link expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Distinguishes several links to one item; visitors do not see it. Null: none. */
  Name: string | null;
  /** Anyone with an email address in one of these domains can get an access code. */
  AllowedDomains: string[];
  /** Downloads that visitors can start in total; null: no limit. */
  MaxDownloads: number | null;
  /** Whether visitors can read all comments on documents that they can view, and add some. */
  AllowComment: boolean;
  /** Whether the creator is notified of each opening, or of the first one by each recipient. */
  NotifyOnOpen: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. */
  Watermark: boolean;
  /** Bytes that visitors can upload in total; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** Documents, versions, and folders that visitors can add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** Bytes that visitors have uploaded. */
  UploadedBytes: number;
  /** Documents, versions, and folders that visitors have added. */
  UploadedDocuments: number;
  /** Whether recipients must enter a code that is emailed to them. */
  AccessCodeRequired: boolean;
  /** Whether a password protects the link. */
  HasPassword: boolean;
  /** Whether visitors can view. */
  AllowView: boolean;
  /** Whether visitors can download and view. */
  AllowDownload: boolean;
  /** Whether visitors can add documents and folders. */
  AllowUpload: boolean;
  /** Whether visitors can add revisions. */
  AllowEdit: boolean;
  /** Openings of the link by everybody. */
  OpenCount: number;
  /** The last opening by everybody; null: none. ISO 8601, UTC, with milliseconds. */
  LastOpened: string | null;
  /** Downloads by everybody; an archive is one. */
  DownloadCount: number;
  /** The last download by everybody; null: none. ISO 8601, UTC, with milliseconds. */
  LastDownloaded: string | null;
  /** Name of the item. */
  ItemName: string;
  /** Whether you can open the item. */
  IsReadable: boolean;
  CreatedBy: Person;
  /** The recipients; empty if the share has none. */
  Recipients: {
    /** Address of the recipient. */
    Recipient: string;
    /** Openings of the link by the recipient. */
    OpenCount: number;
    /** The last opening by the recipient; null: none. ISO 8601, UTC, with milliseconds. */
    LastOpened: string | null;
    /** Downloads by the recipient; an archive is one. */
    DownloadCount: number;
    /** The last download by the recipient; null: none. ISO 8601, UTC, with milliseconds. */
    LastDownloaded: string | null;
  }[];
};

/** A deployment to choose. */
export type DeploymentToChoose = {
  /** The deployment. */
  DeploymentId: number;
  /** Its name. 1 to 199 characters. */
  Name: string;
  /** URL of its logo; null if it has none. */
  LogoUri: string | null;
};

/** An API token of any user of the deployment, without its text. */
export type DeploymentToken = {
  /** The token. */
  TokenId: number;
  /** Purpose of the token. 1 to 199 characters. */
  Name: string;
  /** Whether a sync client uses the token; its reads are recorded as syncs. */
  IsSync: boolean;
  /** When the token was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  CreatedBy: Person;
  /** Scopes that limit the token; null: it can do everything that its owner can do. */
  Scopes: ('documents:read' | 'documents:write' | 'shares' | 'tasks' | 'reports' | 'admin')[] | null;
  /** When the token expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Last use, to the minute; null: never used. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
  /** Network address of the last use; null if it is not known. */
  LastAddress: string | null;
  /** After a rotation: when the previous secret expires; null: there is none. ISO 8601, UTC, with milliseconds. */
  PreviousValidUntil: string | null;
  /** Last use of the previous secret since the rotation; null: not used. ISO 8601, UTC, with milliseconds. */
  PreviousLastUsed: string | null;
  User: Person;
};

export type DeploymentTrashItem = {
  /** Name of the item. */
  ItemName: string;
  /** The kind of item. */
  ItemType: 'Library' | 'Folder' | 'Document';
  /** When the item was deleted. ISO 8601, UTC, with milliseconds. */
  DateDeleted: string;
  /** Email address; null: the operator at the command line. */
  DeletedByUserName: string | null;
  /** The user who deleted the item; null: the operator at the command line. */
  DeletedByPerson: Person | null;
  /** With `expand=path`: the folders that the item was in, from the topmost that you can read, without those in the trash. */
  Path?: {
    /** The folder. */
    FolderId: number;
    /** Name of the folder. 1 to 199 characters. */
    FolderName: string;
  }[];
  /** The item and its library; `Document` and `Folder` are null for items of another kind. */
  Embedded: {
    Document: Document | null;
    Folder: Folder | null;
    /** The library that the item was in, or is. */
    Library: {
      /** The library. */
      LibraryId: number;
      /** Name of the library, 1 to 199 characters. */
      LibraryName: string;
      /** True for a person's own library, false for a corporate one. */
      IsPrivate: boolean;
      /** URLs of related resources. Follow these instead of composing paths. */
      Links: {
        /** URL of this resource. */
        Self: string;
        /** URL of the folders directly in it. */
        Folders: string;
      };
    };
  };
  Abilities: TrashAbilities;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** PATCH brings the item back. */
    RestoreUri: string;
  };
};

export type DeprecatedTagSearchResult = {
  /** Number of matches on all pages together. */
  TotalCount: number;
  /** The matches. */
  Embedded: {
    /** The documents of this page by `DocumentId`. */
    Documents: {
      /** The document. */
      DocumentId: number;
      /** Name of the document with its extension, 1 to 199 characters. */
      DocumentName: string;
      /** The values that people gave, in the order of their types, with the document's extension. */
      DocumentAutoName: string | null;
      /** The folder. */
      FolderId: number;
      /** Name of the folder, 1 to 199 characters. */
      FolderName: string;
      /** Name of the library, 1 to 199 characters. */
      LibraryName: string;
      /** The library. */
      LibraryId: number;
      /** The tags that people gave. */
      StatusInformation: {
        /** Always null. */
        TagValueId: null;
        /** Always null. */
        TagTypeValueId: null;
        /** A value and its type. */
        TagTypeValue: {
          /** Always null. */
          TagTypeValueId: null;
          /** The tag type. */
          TagTypeId: number;
          /** A value of the data type String; null for the other types. */
          TagValueString: string | null;
          /** A value of the data type Numeric; null for the other types. */
          TagValueNumeric: number | null;
          /** A value of the data type Date as midnight UTC in ISO 8601; null for the other types. */
          TagValueDate: string | null;
          /** The tag type of the value. */
          TagType: {
            /** Name of the tag type, unique in the library. */
            TagTypeName: string;
            /** Always null. */
            Statistics: null;
            /** The user who created the tag type; null if no user did. */
            UserId: number | null;
            /** Always empty. */
            Values: unknown[];
            /** Always empty. */
            Libraries: unknown[];
            /** Always `Simple`. */
            Flavor: string;
            /** 0: String, 1: Numeric, 2: Date. */
            DataType: number;
            /** JSON text of an object: `DefaultValue` (text or null) and `DataSetValues` (null). */
            TagTypeConstraints: string;
          };
        };
        /** The document. */
        DocumentId: number;
        /** The document that has the tag. */
        Document: {
          /** When the document was created. ISO 8601, UTC, with milliseconds. */
          DateStored: string;
          /** When the current revision was stored. ISO 8601, UTC, with milliseconds. */
          DateModified: string;
          /** The user who created the document; null if no user did. */
          UserId: number | null;
          /** Always empty. */
          Files: unknown[];
          /** Always empty. */
          Tags: unknown[];
          /** Always null. */
          Folder: null;
          /** Always null. */
          Library: null;
          /** Always empty. */
          ACLs: unknown[];
          /** Whether it is deleted. */
          IsDeleted: boolean;
          /** Always false. */
          IsLocked: boolean;
          /** Always null. */
          LockedByUserId: null;
          /** Always null. */
          LockedDate: null;
        };
      }[];
    }[];
  };
};

export type Document = {
  /** The document. */
  DocumentId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the content. */
    Content: string;
    /** URL of the revisions. */
    Revisions: string;
  };
  /** Bytes. */
  DocumentSize: number;
  /** The folder. */
  FolderId: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
};

export type DocumentAccessCreate = {
  /** Users and groups get access; addresses that belong to no user are emailed a link. */
  To: {
    /** A user. */
    UserId?: number;
    /** A group. */
    GroupId?: number;
    /** Address of a user, or of somebody without an account. */
    Email?: string;
  }[];
  /** The role that the users and groups get. */
  Role: 'Viewer' | 'Editor' | 'Manager';
  /** When the access of users and groups ends: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** False: users get no email, and only people who could not read the object before get a notification. */
  NotifyUsers?: boolean;
  /** Included in the emails. */
  Message?: string;
  /** The link for addresses without an account; required if there are any. */
  Link?: {
    /** How the expiration is given. Default `never`; required with `ExpiresOn` or `ExpirationValue`. */
    ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
    /** Required with `ExpireStyle` `date`: a time, or a date for the end of that day, UTC. */
    ExpiresOn?: string;
    /** Required with `ExpireStyle` `days`, `hours`, and `minutes`: how many of them. */
    ExpirationValue?: number;
    /** Bytes that visitors can upload in total; absent: the limit in the settings. Only site admins can exceed that limit. */
    MaxUploadBytes?: number;
    /** Documents, versions, and folders that visitors can add in total; absent: the limit in the settings. Only site admins can exceed that limit. */
    MaxUploadDocuments?: number;
    /** Distinguishes several links to one item; visitors do not see it. Fewer than 200 characters. */
    Name?: string;
    /** Email domains, at most 100: anyone with an address in one of them can get an access code. Requires `AccessCodeRequired`. */
    AllowedDomains?: string[];
    /** Downloads that visitors can start in total; absent: no limit. */
    MaxDownloads?: number;
    /** Whether visitors can read all comments on documents that they can view, and add some. Default false. */
    AllowComment?: boolean;
    /** Whether you are notified of each opening, or of the first one by each recipient and by anybody else. Default `never`. */
    NotifyOnOpen?: 'never' | 'first' | 'each';
    /** Whether pictures of pages carry the address of the visitor and the time. Default false. */
    Watermark?: boolean;
    /** Whether visitors must enter a code that is emailed to them. Requires `Recipients` or `AllowedDomains`, and excludes `Password`. */
    AccessCodeRequired?: boolean;
    /** Deprecated: the same as `AccessCodeRequired`. */
    PinRequired?: boolean;
    /** Password of the link, by the rules of `PasswordPolicy`. Excludes `AccessCodeRequired`. */
    Password?: string;
    /** Whether visitors can view. Default false. */
    AllowView?: boolean;
    /** Whether visitors can download and view. Default false. */
    AllowDownload?: boolean;
    /** Whether visitors can add revisions; requires Write. Default false. */
    AllowEdit?: boolean;
  };
};

export type DocumentAccessGiven = {
  /** The entries of the users and groups. */
  Permissions: Permission[];
  /** Users who still lack a right of the role, because an entry denies it. At most 100. */
  Blocked: {
    /** The user. */
    UserId: number;
    /** Name. */
    Name: string;
    /** The role that matches the effective rights of the user; null: none matches. */
    Role: 'Viewer' | 'Editor' | 'Manager' | null;
  }[];
  /** The link that was emailed; null: all addresses belong to users. */
  Share: DocumentShare | null;
};

/** Where a document is copied to, and the name of the copy. */
export type DocumentCopy = {
  /** The folder that the copy goes to. */
  FolderId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName?: string;
};

/** An activity about a document. */
export type DocumentReportRow = {
  /** When it happened. */
  ActivityDate: string;
  /** Address of the user or visitor, `Share By Link User`, or `System`. */
  UserName: string;
  /** The event in words, such as `Viewed Document`. */
  ActivityItemType: string;
  /** Name of the item at that time. */
  ContentName: string;
  /** The user; 0 for everybody without an account. */
  UserId: number;
};

/** A link to a document. */
export type DocumentShare = {
  /** The share. */
  ShareId: number;
  /** The shared document. */
  DocumentId: number;
  /** 128 random bits that identify the link; empty for people who cannot see the link. */
  ReferenceString: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The page of the link. With an access code, each recipient has a link of their own. */
    WebUri: string;
    /** The share. */
    Self: string;
  };
  /** Bytes that visitors can upload in total; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** Documents, versions, and folders that visitors can add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** Distinguishes several links to one item; visitors do not see it. Null: none. */
  Name: string | null;
  /** Anyone with an email address in one of these domains can get an access code. */
  AllowedDomains: string[];
  /** Downloads that visitors can start in total; null: no limit. */
  MaxDownloads: number | null;
  /** Whether visitors can read all comments on documents that they can view, and add some. */
  AllowComment: boolean;
  /** Whether the creator is notified of each opening, or of the first one by each recipient. */
  NotifyOnOpen: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. */
  Watermark: boolean;
  /** Address of the creator. */
  CreatedBy: string;
  /** When the share was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the link expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Whether recipients must enter a code that is emailed to them. */
  AccessCodeRequired: boolean;
  /** Whether a password protects the link. */
  HasPassword: boolean;
  /** Whether visitors can view. */
  AllowView: boolean;
  /** Whether visitors can download and view. */
  AllowDownload: boolean;
  /** Whether visitors can add revisions. */
  AllowEdit: boolean;
};

/** A link to a document to create. `AllowView` or `AllowDownload` must be true. */
export type DocumentShareCreate = {
  /** How the expiration is given. Default `never`; required with `ExpiresOn` or `ExpirationValue`. */
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  /** Required with `ExpireStyle` `date`: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** Required with `ExpireStyle` `days`, `hours`, and `minutes`: how many of them. */
  ExpirationValue?: number;
  /** Bytes that visitors can upload in total; absent: the limit in the settings. Only site admins can exceed that limit. */
  MaxUploadBytes?: number;
  /** Documents, versions, and folders that visitors can add in total; absent: the limit in the settings. Only site admins can exceed that limit. */
  MaxUploadDocuments?: number;
  /** Distinguishes several links to one item; visitors do not see it. Fewer than 200 characters. */
  Name?: string;
  /** Email domains, at most 100: anyone with an address in one of them can get an access code. Requires `AccessCodeRequired`. */
  AllowedDomains?: string[];
  /** Downloads that visitors can start in total; absent: no limit. */
  MaxDownloads?: number;
  /** Whether visitors can read all comments on documents that they can view, and add some. Default false. */
  AllowComment?: boolean;
  /** Whether you are notified of each opening, or of the first one by each recipient and by anybody else. Default `never`. */
  NotifyOnOpen?: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. Default false. */
  Watermark?: boolean;
  /** Whether visitors must enter a code that is emailed to them. Requires `Recipients` or `AllowedDomains`, and excludes `Password`. */
  AccessCodeRequired?: boolean;
  /** Deprecated: the same as `AccessCodeRequired`. */
  PinRequired?: boolean;
  /** Email addresses, at most 100. Each gets a personal link. */
  Recipients?: string[];
  /** Whether recipients are emailed their link. */
  NotifyRecipients?: boolean;
  /** Email addresses that get a copy of each email, at most 100. Ignored if no email is sent. */
  EmailRecipientsCc?: string[];
  /** Subject of the email, one line. Ignored if no email is sent. */
  CustomEmailHeader?: string;
  /** Message in the email. Ignored if no email is sent. */
  CustomEmailText?: string;
  /** Password of the link, by the rules of `PasswordPolicy`. Excludes `AccessCodeRequired`. */
  Password?: string;
  /** Whether visitors can view. Default false. */
  AllowView?: boolean;
  /** Whether visitors can download and view. Default false. */
  AllowDownload?: boolean;
  /** Whether visitors can add revisions; requires Write. Default false. */
  AllowEdit?: boolean;
};

export type DocumentSummary = {
  /** The document. */
  DocumentId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the content. */
    Content: string;
    /** URL of the revisions. */
    Revisions: string;
  };
};

export type DocumentTag = {
  /** The tag type. */
  TagTypeId: number;
  /** Name of the tag type, unique in the library. */
  TagTypeName: string;
  /** One value for each tag type. */
  Tags: string[];
};

/** The values to set or clear. */
export type DocumentTagsUpdate = {
  /** The tag type. */
  TagTypeId: number;
  /** Fits the data type; a date has the form MMddyyyy. */
  Value?: string;
}[];

/** Changes of a document. */
export type DocumentUpdate = {
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName?: string;
  /** Moves the document to this folder. */
  FolderId?: number;
};

export type Folder = {
  /** The folder. */
  FolderId: number;
  /** Name of the folder, 1 to 199 characters. */
  FolderName: string;
  /** The library. */
  LibraryId: number;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the documents directly in it. */
    Documents: string;
    /** URL of the folders directly in it. */
    Folders: string;
    /** URL of its shares. */
    Shares: string;
  };
  /** The children that `embed` asks for. */
  Embedded: {
    /** Child folders, if asked for with embed=f. */
    Folders: FolderEntry[];
    /** Child documents, if asked for with embed=d. */
    Documents: DocumentSummary[];
  };
};

export type FolderAccessCreate = {
  /** Users and groups get access; addresses that belong to no user are emailed a link. */
  To: {
    /** A user. */
    UserId?: number;
    /** A group. */
    GroupId?: number;
    /** Address of a user, or of somebody without an account. */
    Email?: string;
  }[];
  /** The role that the users and groups get. */
  Role: 'Viewer' | 'Editor' | 'Manager';
  /** When the access of users and groups ends: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** False: users get no email, and only people who could not read the object before get a notification. */
  NotifyUsers?: boolean;
  /** Included in the emails. */
  Message?: string;
  /** The link for addresses without an account; required if there are any. */
  Link?: {
    /** How the expiration is given. Default `never`; required with `ExpiresOn` or `ExpirationValue`. */
    ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
    /** Required with `ExpireStyle` `date`: a time, or a date for the end of that day, UTC. */
    ExpiresOn?: string;
    /** Required with `ExpireStyle` `days`, `hours`, and `minutes`: how many of them. */
    ExpirationValue?: number;
    /** Bytes that visitors can upload in total; absent: the limit in the settings. Only site admins can exceed that limit. */
    MaxUploadBytes?: number;
    /** Documents, versions, and folders that visitors can add in total; absent: the limit in the settings. Only site admins can exceed that limit. */
    MaxUploadDocuments?: number;
    /** Distinguishes several links to one item; visitors do not see it. Fewer than 200 characters. */
    Name?: string;
    /** Email domains, at most 100: anyone with an address in one of them can get an access code. Requires `AccessCodeRequired`. */
    AllowedDomains?: string[];
    /** Downloads that visitors can start in total; absent: no limit. */
    MaxDownloads?: number;
    /** Whether visitors can read all comments on documents that they can view, and add some. Default false. */
    AllowComment?: boolean;
    /** Whether you are notified of each opening, or of the first one by each recipient and by anybody else. Default `never`. */
    NotifyOnOpen?: 'never' | 'first' | 'each';
    /** Whether pictures of pages carry the address of the visitor and the time. Default false. */
    Watermark?: boolean;
    /** Whether visitors must enter a code that is emailed to them. Requires `Recipients` or `AllowedDomains`, and excludes `Password`. */
    AccessCodeRequired?: boolean;
    /** Deprecated: the same as `AccessCodeRequired`. */
    PinRequired?: boolean;
    /** Password of the link, by the rules of `PasswordPolicy`. Excludes `AccessCodeRequired`. */
    Password?: string;
    /** Whether visitors can view. Default false. */
    AllowView?: boolean;
    /** Whether visitors can download and view. Default false. */
    AllowDownload?: boolean;
    /** Whether visitors can add documents and folders; requires Write. Default false. */
    AllowUpload?: boolean;
    /** `Template` makes a guided upload and requires `AllowView` and `AllowUpload`. Default `Content`. */
    ShareType?: 'Content' | 'Template';
  };
};

export type FolderAccessGiven = {
  /** The entries of the users and groups. */
  Permissions: Permission[];
  /** Users who still lack a right of the role, because an entry denies it. At most 100. */
  Blocked: {
    /** The user. */
    UserId: number;
    /** Name. */
    Name: string;
    /** The role that matches the effective rights of the user; null: none matches. */
    Role: 'Viewer' | 'Editor' | 'Manager' | null;
  }[];
  /** The link that was emailed; null: all addresses belong to users. */
  Share: FolderShare | null;
};

/** Where a folder is copied to, and the name of the copy. */
export type FolderCopy = {
  /** Name of the folder, 1 to 199 characters. */
  FolderName?: string;
  /** The copy goes into this folder. */
  ParentFolderId?: number;
  /** The copy goes to the root of this library. */
  LibraryId?: number;
};

/** A folder to create: exactly one of the properties. */
export type FolderCreate = {
  /** Name of the folder, 1 to 199 characters. */
  FolderName?: string;
  /** Segments separated by a backslash; missing levels are made. */
  FolderPath?: string;
  /** True: a random GUID becomes the name. */
  AutoGenerateName?: boolean;
};

export type FolderEntry = {
  /** The folder. */
  FolderId: number;
  /** Name of the folder, 1 to 199 characters. */
  FolderName: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the documents directly in it. */
    Documents: string;
    /** URL of the folders directly in it. */
    Folders: string;
    /** URL of its shares. */
    Shares: string;
  };
  /** Always without children. */
  Embedded: {
    /** Always empty. */
    Folders: unknown[];
    /** Always empty. */
    Documents: unknown[];
  };
};

/** A link to a folder. */
export type FolderShare = {
  /** The share. */
  ShareId: number;
  /** The shared folder. */
  FolderId: number;
  /** 128 random bits that identify the link; empty for people who cannot see the link. */
  ReferenceString: string;
  /** `Pending`: nobody can open the link until its content was checked. */
  Status: 'Active' | 'Pending';
  /** `Template`: a guided upload. */
  ShareType: 'Content' | 'Template';
  /** Obsolete: the same as `Links.WebUri`. */
  Link: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The page of the link. With an access code, each recipient has a link of their own. */
    WebUri: string;
    /** The share. */
    Self: string;
  };
  /** Bytes that visitors can upload in total; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** Documents, versions, and folders that visitors can add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** Distinguishes several links to one item; visitors do not see it. Null: none. */
  Name: string | null;
  /** Anyone with an email address in one of these domains can get an access code. */
  AllowedDomains: string[];
  /** Downloads that visitors can start in total; null: no limit. */
  MaxDownloads: number | null;
  /** Whether visitors can read all comments on documents that they can view, and add some. */
  AllowComment: boolean;
  /** Whether the creator is notified of each opening, or of the first one by each recipient. */
  NotifyOnOpen: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. */
  Watermark: boolean;
  /** Address of the creator. */
  CreatedBy: string;
  /** When the share was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the link expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Whether recipients must enter a code that is emailed to them. */
  AccessCodeRequired: boolean;
  /** Whether a password protects the link. */
  HasPassword: boolean;
  /** Whether visitors can view. */
  AllowView: boolean;
  /** Whether visitors can download and view. */
  AllowDownload: boolean;
  /** Whether visitors can add documents and folders. */
  AllowUpload: boolean;
};

/** A link to a folder to create. At least one of `AllowView`, `AllowDownload`, and `AllowUpload` must be true. */
export type FolderShareCreate = {
  /** How the expiration is given. Default `never`; required with `ExpiresOn` or `ExpirationValue`. */
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  /** Required with `ExpireStyle` `date`: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** Required with `ExpireStyle` `days`, `hours`, and `minutes`: how many of them. */
  ExpirationValue?: number;
  /** Bytes that visitors can upload in total; absent: the limit in the settings. Only site admins can exceed that limit. */
  MaxUploadBytes?: number;
  /** Documents, versions, and folders that visitors can add in total; absent: the limit in the settings. Only site admins can exceed that limit. */
  MaxUploadDocuments?: number;
  /** Distinguishes several links to one item; visitors do not see it. Fewer than 200 characters. */
  Name?: string;
  /** Email domains, at most 100: anyone with an address in one of them can get an access code. Requires `AccessCodeRequired`. */
  AllowedDomains?: string[];
  /** Downloads that visitors can start in total; absent: no limit. */
  MaxDownloads?: number;
  /** Whether visitors can read all comments on documents that they can view, and add some. Default false. */
  AllowComment?: boolean;
  /** Whether you are notified of each opening, or of the first one by each recipient and by anybody else. Default `never`. */
  NotifyOnOpen?: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. Default false. */
  Watermark?: boolean;
  /** Whether visitors must enter a code that is emailed to them. Requires `Recipients` or `AllowedDomains`, and excludes `Password`. */
  AccessCodeRequired?: boolean;
  /** Deprecated: the same as `AccessCodeRequired`. */
  PinRequired?: boolean;
  /** Email addresses, at most 100. Each gets a personal link. */
  Recipients?: string[];
  /** Whether recipients are emailed their link. */
  NotifyRecipients?: boolean;
  /** Email addresses that get a copy of each email, at most 100. Ignored if no email is sent. */
  EmailRecipientsCc?: string[];
  /** Subject of the email, one line. Ignored if no email is sent. */
  CustomEmailHeader?: string;
  /** Message in the email. Ignored if no email is sent. */
  CustomEmailText?: string;
  /** Password of the link, by the rules of `PasswordPolicy`. Excludes `AccessCodeRequired`. */
  Password?: string;
  /** Whether visitors can view. Default false. */
  AllowView?: boolean;
  /** Whether visitors can download and view. Default false. */
  AllowDownload?: boolean;
  /** Whether visitors can add documents and folders; requires Write. Default false. */
  AllowUpload?: boolean;
  /** `Template` makes a guided upload and requires `AllowView` and `AllowUpload`. Default `Content`. */
  ShareType?: 'Content' | 'Template';
};

/** The tag types of the folder; they replace the ones before. */
export type FolderTagTypesUpdate = {
  /** The tag type. */
  TagTypeId: number;
  /** The object, or its JSON text as answers have it. */
  Constraints?: TagTypeConstraints | string;
}[];

/** Changes of a folder. */
export type FolderUpdate = {
  /** Name of the folder, 1 to 199 characters. */
  FolderName?: string;
  /** Moves the folder into this folder. */
  ParentFolderId?: number;
  /** Moves the folder to the root of a library. */
  LibraryId?: number;
  /** Of an answer that is sent back: the LibraryId that the folder has does not move it then. */
  FolderId?: number;
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

/** A named set of users. */
export type Group = {
  /** The group. */
  GroupId: number;
  /** Name of the group. 1 to 199 characters. */
  GroupName: string;
  /** Whether members must have a second factor. */
  RequiresSecondFactor: boolean;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The group. */
    Self: string;
    /** The members of the group. */
    Members: string;
  };
};

/** The name of a group. */
export type GroupInput = {
  /** Name of the group, unique in the deployment. 1 to 199 characters. */
  GroupName: string;
};

/** The UserId of each member; an empty array for none. */
export type GroupMembersInput = number[];

/** Changes of a group; at least one property. */
export type GroupUpdate = {
  /** New name, unique in the deployment; absent: unchanged. 1 to 199 characters. */
  GroupName?: string;
  /** Whether members must have a second factor; absent: unchanged. */
  RequiresSecondFactor?: boolean;
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

export type Home = {
  /** Open tasks assigned to you, most urgent first: 5 at most. */
  Tasks: Task[];
  /** Requests for files that were sent to your address and are incomplete, the latest first: 5 at most. */
  Requests: UploadRequest[];
  /** Your recent documents: the latest 8. */
  Recents: RecentDocument[];
  /** Your starred items: the latest 8. */
  Starred: StarredItem[];
  /** When your previous visit ended; null: this is the first one. ISO 8601, UTC, with milliseconds. */
  PreviousVisit: string | null;
  /** Documents that others have added or changed since your previous visit, the latest first: 8 at most. */
  NewDocuments: NewDocument[];
  Storage: HomeStorage;
  /** First steps that a site admin has neither done nor dismissed; empty for others. */
  Checklist: ('Branding' | 'Library' | 'People' | 'Upload' | 'Link')[];
};

/** Storage used. */
export type HomeStorage = {
  PersonalLibrary: StorageUsage;
  /** The whole deployment, for site admins; null for others. */
  Deployment: StorageUsage | null;
};

/** An account at an identity provider by which you sign in. */
export type Identity = {
  /** The identity. */
  IdentityId: number;
  /** The provider. */
  ProviderId: number;
  /** Name of the provider. */
  Name: string;
  /** Address at the provider at the last sign-in; null if it sends none. */
  Email: string | null;
  /** When it was connected. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** The last sign-in with it; null: none since it was connected. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
};

/** The provider to connect. */
export type IdentityCreate = {
  /** The provider. */
  ProviderId: number;
  /** The password, at most 1024 characters. */
  CurrentPassword?: string;
};

/** Where to continue. */
export type IdentityLink = {
  /** The page of the provider to open in the same browser. */
  Uri: string;
};

/** An OpenID Connect provider by which people sign in. */
export type IdentityProvider = {
  /** The provider. */
  ProviderId: number;
  /** Name of the provider on the sign-in page. 1 to 199 characters. */
  Name: string;
  /** The issuer: the URL below which `/.well-known/openid-configuration` is. */
  Issuer: string;
  /** The identifier of Carrel at the provider. */
  ClientId: string;
  /** Scopes to request besides `openid`. Default `email` and `profile`. */
  Scopes: string[];
  /** Email domains for which the provider is trusted. Default none. */
  AllowedDomains: string[];
  /** Whether people with a verified address in `AllowedDomains` get an account. Default false. */
  CreatesUsers: boolean;
  /** Whether people with a verified address in `AllowedDomains` are signed in to the existing account with this address, unless it is one of a site admin. Default false. */
  LinksByEmail: boolean;
  /** Whether addresses in `AllowedDomains` count as verified if the provider sends no `email_verified`. Default false. */
  TrustsEmails: boolean;
  /** The groups whose members the provider manages. */
  Groups: ManagedGroup[];
  /** Whether people who must have a second factor need one here in addition to that of the provider. Default false. */
  RequiresSecondFactor: boolean;
  /** Whether people can sign in with the provider. Default false. */
  IsEnabled: boolean;
  /** The claim with the groups of a person; null: none. */
  GroupsClaim: string | null;
  /** The claim that makes people site admins; null: none. */
  SiteAdminClaim: string | null;
  /** The value of `SiteAdminClaim` for site admins; null: none. */
  SiteAdminValue: string | null;
  /** Whether a secret is stored. */
  HasClientSecret: boolean;
  /** When the provider was added. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** The last completed test with the current client id, secret and scopes; null: none. ISO 8601, UTC, with milliseconds. */
  DateTested: string | null;
  /** The last sign-in with the provider, to the minute; null: none. ISO 8601, UTC, with milliseconds. */
  LastSignIn: string | null;
  /** The last sign-in or test that failed; null: none. */
  LastFailure: {
    /** Why it failed. */
    Failure: 'Unavailable' | 'Misconfigured' | 'Denied' | 'Expired' | 'Invalid' | 'Clock' | 'Disabled' | 'Unverified' | 'NoAccount' | 'Inactive' | 'Taken' | 'TooMany';
    /** When it failed, to the minute. ISO 8601, UTC, with milliseconds. */
    Date: string;
  } | null;
  /** Number of people who are connected to the provider. */
  PeopleCount: number;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The provider. */
    Self: string;
    /** The address at which people sign in with the provider. */
    SignIn: string;
    /** The redirect URI to register at the provider. */
    Callback: string;
    /** The address to register at the provider for back-channel logout. */
    BackChannelLogout: string;
    /** The address to register at the provider for redirects after logout. */
    LogoutCallback: string;
  };
};

/** A provider to add. */
export type IdentityProviderCreate = {
  /** Name of the provider on the sign-in page. 1 to 199 characters. */
  Name: string;
  /** The issuer: the URL below which `/.well-known/openid-configuration` is. */
  Issuer: string;
  /** The identifier of Carrel at the provider. */
  ClientId: string;
  /** The secret of Carrel at the provider. It is stored encrypted and never returned. */
  ClientSecret?: string;
  /** Scopes to request besides `openid`. Default `email` and `profile`. */
  Scopes?: string[];
  /** Email domains for which the provider is trusted. Default none. */
  AllowedDomains?: string[];
  /** Whether people with a verified address in `AllowedDomains` get an account. Default false. */
  CreatesUsers?: boolean;
  /** Whether people with a verified address in `AllowedDomains` are signed in to the existing account with this address, unless it is one of a site admin. Default false. */
  LinksByEmail?: boolean;
  /** Whether addresses in `AllowedDomains` count as verified if the provider sends no `email_verified`. Default false. */
  TrustsEmails?: boolean;
  /** The groups whose members the provider manages. Default none. */
  Groups?: ProviderGroup[];
  /** Whether people who must have a second factor need one here in addition to that of the provider. Default false. */
  RequiresSecondFactor?: boolean;
  /** Whether people can sign in with the provider. Default false. */
  IsEnabled?: boolean;
  /** The claim with the groups of a person. */
  GroupsClaim?: string;
  /** The claim that makes people site admins, together with `SiteAdminValue`. */
  SiteAdminClaim?: string;
  /** The value of `SiteAdminClaim` for site admins. */
  SiteAdminValue?: string;
};

/** Properties to change; those that are absent stay as they are. */
export type IdentityProviderUpdate = {
  /** Name of the provider on the sign-in page. 1 to 199 characters. */
  Name?: string;
  /** The identifier of Carrel at the provider. */
  ClientId?: string;
  /** Scopes to request besides `openid`. Default `email` and `profile`. */
  Scopes?: string[];
  /** Email domains for which the provider is trusted. Default none. */
  AllowedDomains?: string[];
  /** Whether people with a verified address in `AllowedDomains` get an account. Default false. */
  CreatesUsers?: boolean;
  /** Whether people with a verified address in `AllowedDomains` are signed in to the existing account with this address, unless it is one of a site admin. Default false. */
  LinksByEmail?: boolean;
  /** Whether addresses in `AllowedDomains` count as verified if the provider sends no `email_verified`. Default false. */
  TrustsEmails?: boolean;
  /** The groups whose members the provider manages. Default none. */
  Groups?: ProviderGroup[];
  /** Whether people who must have a second factor need one here in addition to that of the provider. Default false. */
  RequiresSecondFactor?: boolean;
  /** Whether people can sign in with the provider. Default false. */
  IsEnabled?: boolean;
  /** The secret of Carrel at the provider. It is stored encrypted and never returned. Null removes it. */
  ClientSecret?: string | null;
  /** The claim with the groups of a person. Null removes it. */
  GroupsClaim?: string | null;
  /** The claim that makes people site admins, together with `SiteAdminValue`. Null removes it. */
  SiteAdminClaim?: string | null;
  /** The value of `SiteAdminClaim` for site admins. Null removes it. */
  SiteAdminValue?: string | null;
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
  /** Number of the last seal that was kept there; 0 if there was none. */
  Number: number;
  /** When it was written there. ISO 8601, UTC, with milliseconds. */
  WrittenAt: string;
  /** The first seal that was kept, or the one with which an operator accepted the log. */
  Since: {
    /** Number of the seal; 0 if there was none. */
    Number: number;
    /** When it was kept or accepted. ISO 8601, UTC, with milliseconds. */
    At: string;
    /** Whether an operator accepted the log. */
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
  /** The library. */
  LibraryId: number;
  /** Name of the library, 1 to 199 characters. */
  LibraryName: string;
  /** True for a person's own library, false for a corporate one. */
  IsPrivate: boolean;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the folders directly in it. */
    Folders: string;
  };
};

export type LibraryAccessCreate = {
  /** Users and groups get access; addresses that belong to no user are emailed a link. */
  To: {
    /** A user. */
    UserId?: number;
    /** A group. */
    GroupId?: number;
    /** Address of a user, or of somebody without an account. */
    Email?: string;
  }[];
  /** The role that the users and groups get. */
  Role: 'Viewer' | 'Editor' | 'Manager';
  /** When the access of users and groups ends: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** False: users get no email, and only people who could not read the object before get a notification. */
  NotifyUsers?: boolean;
  /** Included in the emails. */
  Message?: string;
};

export type LibraryAccessGiven = {
  /** The entries of the users and groups. */
  Permissions: Permission[];
  /** Users who still lack a right of the role, because an entry denies it. At most 100. */
  Blocked: {
    /** The user. */
    UserId: number;
    /** Name. */
    Name: string;
    /** The role that matches the effective rights of the user; null: none matches. */
    Role: 'Viewer' | 'Editor' | 'Manager' | null;
  }[];
};

/** The name of a library. */
export type LibraryInput = {
  /** Name of the library, 1 to 199 characters. */
  LibraryName: string;
};

/** An activity in a library. */
export type LibraryReportRow = {
  /** When it happened. */
  ActivityDate: string;
  /** Address of the user or visitor, `Share By Link User`, or `System`. */
  UserName: string;
  /** The event in words, such as `Viewed Document`. */
  ActivityItemType: string;
  /** Name of the item at that time. */
  ContentName: string;
  /** The user; 0 for everybody without an account. */
  UserId: number;
};

/** The data of an event about a list that the client looks at. */
export type ListNews = {
  /** The folder. */
  FolderId?: number;
  /** The library, for its root folders. */
  LibraryId?: number;
};

/** A user with the state of the account. */
export type ListedAccount = {
  /** The user. */
  UserId: number;
  /** Address with which the user signs in. */
  Email: string;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Whether the user manages the deployment. */
  IsSiteAdmin: boolean;
  /** When the user was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** URL of the picture, which changes with it; null if there is none. */
  PictureUri: string | null;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The user. */
    Self: string;
  };
  /** `Active`: a password is set, or the user is connected to an identity provider. `Invited` and `InvitationExpired`: neither. `Deactivated`: cannot sign in. */
  State: 'Active' | 'Invited' | 'InvitationExpired' | 'Deactivated';
  /** Last use of the sessions and tokens that exist; null if it is not known. ISO 8601, UTC, with milliseconds. */
  LastSeen: string | null;
  /** Name of the SCIM connection that manages the user; null: none. */
  ManagedBy: string | null;
  /** Whether signing in takes a second factor. */
  HasSecondFactor: boolean;
  /** Until when the user must set up a second factor; null: the user has one, or needs none. ISO 8601, UTC, with milliseconds. */
  SecondFactorDue: string | null;
};

export type ListedDocument = {
  /** The document. */
  DocumentId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the content. */
    Content: string;
    /** URL of the revisions. */
    Revisions: string;
  };
  /** Bytes. */
  DocumentSize: number;
  /** The folder. */
  FolderId: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
  /** With `expand=shared`: whether the item has an active link or an entry of its own that grants a right. */
  IsShared?: boolean;
  /** With `expand=modifiedBy`: the user who stored the current revision. Null: the operator. */
  ModifiedBy?: Person | null;
  /** With `expand=tags`: the tags of the document. */
  Tags?: DocumentTag[];
};

export type ListedFolder = {
  /** The folder. */
  FolderId: number;
  /** Name of the folder, 1 to 199 characters. */
  FolderName: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the documents directly in it. */
    Documents: string;
    /** URL of the folders directly in it. */
    Folders: string;
    /** URL of its shares. */
    Shares: string;
  };
  /** Always without children. */
  Embedded: {
    /** Always empty. */
    Folders: unknown[];
    /** Always empty. */
    Documents: unknown[];
  };
  /** With `expand=shared`: whether the item has an active link or an entry of its own that grants a right. */
  IsShared?: boolean;
};

/** A group with the number of its members. */
export type ListedGroup = {
  /** The group. */
  GroupId: number;
  /** Name of the group. 1 to 199 characters. */
  GroupName: string;
  /** Whether members must have a second factor. */
  RequiresSecondFactor: boolean;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The group. */
    Self: string;
    /** The members of the group. */
    Members: string;
  };
  /** Number of members. */
  MemberCount: number;
  /** Name of the SCIM connection that manages the group; only its identity provider changes the group then. Null: none. */
  ManagedBy: string | null;
};

/** The answer of a process that runs. */
export type Liveness = {
  /** `ok`. */
  status: string;
};

/** Something that happened in the deployment. */
export type LoggedActivity = {
  /** The row of the activity log. */
  ActivityId: number;
  /** When it happened. ISO 8601, UTC, with milliseconds. */
  ActivityDate: string;
  /** Address of the user or visitor, `Share By Link User`, or `System`. */
  UserName: string;
  /** The user; 0 for everybody without an account. */
  UserId: number;
  /** The user; null for anyone without an account. */
  Person: Person | null;
  /** The code of what happened, such as `DocumentViewed`. */
  ActivityType: string;
  /** The event in words. */
  ActivityItemType: string;
  /** Name of the document at that time. */
  ContentName: string;
  /** The revision that was added, assigned, approved, or denied; null for other activity. */
  RevisionNumber: number | null;
  /** The library that it is about, or that contains what it is about. */
  LibraryId: number | null;
  /** The folder that it is about, or that contains what it is about. */
  FolderId: number | null;
  /** The document that it is about. */
  DocumentId: number | null;
  /** Why a sign-in with an identity provider failed, or why the log was accepted; null for other activity. */
  Reason: string | null;
  /** The person whose account it is about, if somebody else did it; else null. */
  OfPerson: Person | null;
  /** For `UserChanged`, what was changed; null for other activity. */
  Changes: ('Name' | 'Email' | 'SiteAdmin' | 'Member' | 'Deactivated' | 'Reactivated' | 'Invited' | 'Picture' | 'TimeZone')[] | null;
};

/** An email without its text. */
export type Mail = {
  /** The email. */
  MailId: number;
  /** Address of the recipient. */
  To: string;
  /** The recipient; null for somebody without an account. */
  ToPerson: Person | null;
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

/** The kinds of emails that the user gets. Other emails cannot be turned off. */
export type MailPreferences = {
  /** Requests to approve a document. */
  TaskRequests: boolean;
  /** Decisions on your requests. */
  TaskDecisions: boolean;
  /** Updates on tasks that you were added to. */
  TaskUpdates: boolean;
  /** Uploads through your links. */
  LinkUploads: boolean;
  /** Openings of your links with `NotifyOnOpen`. */
  LinkOpenings: boolean;
  /** Access that others give you. */
  AccessGrants: boolean;
  /** Comments that mention you. */
  CommentMentions: boolean;
  /** Comments by visitors of your links. */
  LinkComments: boolean;
  /** New matches of your saved searches. */
  SearchAlerts: boolean;
};

/** The state of an email. */
export type MailState = 'Waiting' | 'Held' | 'Failed' | 'Sent' | 'Kept';

/** A group whose members the provider manages. */
export type ManagedGroup = {
  /** A value of the claim. */
  Value: string;
  /** The group of the deployment. */
  GroupId: number;
  /** Name of the group. 1 to 199 characters. */
  GroupName: string;
};

/** The address does not have this method. `Allow` lists those that it has. */
export type MethodNotAllowedProblem = Problem & {
  /** The type of this problem. */
  type: '/method_not_allowed';
  /** The HTTP status of this problem. */
  status: 405;
};

/** A group without its links. */
export type NamedGroup = {
  /** The group. */
  GroupId: number;
  /** Name of the group. 1 to 199 characters. */
  GroupName: string;
};

export type NamedItem = {
  /** The kind of item. */
  ItemType: 'Folder' | 'Document';
  /** Name of the item. */
  ItemName: string;
  /** Name of the library, 1 to 199 characters. */
  LibraryName: string;
  /** The folders that contain the item, from the topmost that you can read. */
  Path: {
    /** The folder. */
    FolderId: number;
    /** Name of the folder. 1 to 199 characters. */
    FolderName: string;
  }[];
  /** Whether you have starred the item. */
  IsStarred: boolean;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
  };
  /** The item in its own shape; the other is null. */
  Embedded: {
    Folder: Folder | null;
    Document: Document | null;
  };
  /** With `q`: at most two pieces of the text. */
  Snippet?: Snippet[];
  /** With `q`: the page of the first snippet; null for a text without pages or snippets. */
  Page?: number | null;
  /** With `q`: where all words were found: in the name, in name and tags, or with the text. */
  MatchedIn?: 'Name' | 'Tags' | 'Text';
};

/** The result of `navigator.credentials.create()` as JSON. */
export type NewCredential = {
  /** The id of the credential. In base64url. */
  id: string;
  /** The same. In base64url. */
  rawId: string;
  /** The type of the credential. */
  type: 'public-key';
  /** The response of the authenticator. */
  response: {
    /** The request of the browser, with challenge and origin. In base64url. */
    clientDataJSON: string;
    /** The new credential. In base64url. */
    attestationObject: string;
    /** How the authenticator is reached, such as `internal` or `usb`. */
    transports?: string[];
  };
};

export type NewDocument = {
  /** The document. */
  DocumentId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the content. */
    Content: string;
    /** URL of the revisions. */
    Revisions: string;
  };
  /** Bytes. */
  DocumentSize: number;
  /** The folder. */
  FolderId: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
  /** Name of its folder; null if you cannot read the folder. */
  FolderName: string | null;
  /** Whether you have starred the item. */
  IsStarred: boolean;
  /** `Added`: this is its first revision. `Changed`: it has a new revision. */
  Change: 'Added' | 'Changed';
  /** The user who stored the current revision; null: a visitor of a link. */
  ChangedBy: Person | null;
};

/** The passkey that was added. */
export type NewPasskey = {
  /** The passkey. */
  PasskeyId: number;
  /** The name that the person gave it. 1 to 199 characters. */
  Name: string;
  /** The host of this service that it was added for. Browsers use it there only. */
  Host: string;
  /** Whether a password manager can copy it to other devices. */
  IsSyncable: boolean;
  /** Whether it has done so, as of the last use. */
  IsSynced: boolean;
  /** When it was added. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When it was last used; null: never. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
  /** The recovery codes; null if the person has a set already. */
  RecoveryCodes: string[] | null;
};

/** A new set of recovery codes. */
export type NewRecoveryCodes = {
  /** The recovery codes, each for one sign-in. They are shown only here. */
  RecoveryCodes: string[];
};

/** A connection with the token that was just created. */
export type NewScimConnection = {
  /** The connection. */
  ConnectionId: number;
  /** Name of the identity provider. 1 to 199 characters. */
  Name: string;
  /** Whether people whom the connection adds get an invitation by email. */
  InvitesPeople: boolean;
  /** Whether the connection also sees people and groups that no connection manages, and takes them over with its first change. */
  ManagesExisting: boolean;
  /** Whether requests of the connection are refused. */
  IsPaused: boolean;
  /** Number of people whom the connection manages. */
  PeopleCount: number;
  /** Number of groups that the connection manages. */
  GroupCount: number;
  /** When the connection was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** The person who created the connection; null: the command line. */
  CreatedBy: Person | null;
  /** When the current token was created. ISO 8601, UTC, with milliseconds. */
  TokenDateCreated: string;
  /** Last use of the current token, to the minute; null: never used. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The connection. */
    Self: string;
    /** The base URL of SCIM 2.0 for the identity provider. */
    Scim: string;
  };
  /** The token itself. It is shown only once. */
  Token: string;
};

/** An API token that was just created. */
export type NewToken = {
  /** The token. */
  TokenId: number;
  /** Purpose of the token. 1 to 199 characters. */
  Name: string;
  /** Whether a sync client uses the token; its reads are recorded as syncs. */
  IsSync: boolean;
  /** When the token was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  CreatedBy: Person;
  /** Scopes that limit the token; null: it can do everything that its owner can do. */
  Scopes: ('documents:read' | 'documents:write' | 'shares' | 'tasks' | 'reports' | 'admin')[] | null;
  /** When the token expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** The token itself. It is shown only once. */
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
  /** The document. */
  DocumentId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName: string;
  /** The names of what it lies in, the library first. */
  Location: string[];
  /** Bytes of the documents. */
  Size: number;
  /** When the document was first stored. ISO 8601, UTC, with milliseconds. */
  DateStored: string;
  /** Whether the document is in the trash. */
  IsInTrash: boolean;
};

/** An emailed link and the password to set. */
export type OneTimeLinkInput = {
  /** The part of the emailed URL after `#`. */
  Token: string;
  /** The new password, by the rules of `PasswordPolicy`. */
  NewPassword: string;
};

export type Overview = {
  /** Documents, those in the trash among them. */
  Documents: number;
  /** Bytes of the contents of all revisions; equal contents are stored once. */
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

/** A share that you created. */
export type OwnShare = {
  /** The share. */
  ShareId: number;
  /** The kind of the shared item. */
  ItemType: 'Folder' | 'Document';
  /** The shared folder or document. */
  ItemId: number;
  /** Name of the item; null if you cannot read it anymore. */
  ItemName: string | null;
  /** Names of the library and the folders that the item lies in; empty if you cannot read it anymore. */
  Location: string[];
  /** Whether the item is in the trash. */
  IsInTrash: boolean;
  /** `Pending`: its content is being checked. `Refused`: something was found in it. */
  Status: 'Active' | 'Pending' | 'Refused' | 'Expired';
  /** `Template`: a guided upload. */
  ShareType: 'Content' | 'Template';
  /** When the share was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the link expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Distinguishes several links to one item; visitors do not see it. Null: none. */
  Name: string | null;
  /** Anyone with an email address in one of these domains can get an access code. */
  AllowedDomains: string[];
  /** Downloads that visitors can start in total; null: no limit. */
  MaxDownloads: number | null;
  /** Whether visitors can read all comments on documents that they can view, and add some. */
  AllowComment: boolean;
  /** Whether the creator is notified of each opening, or of the first one by each recipient. */
  NotifyOnOpen: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. */
  Watermark: boolean;
  /** Bytes that visitors can upload in total; null: the limit in the settings. */
  MaxUploadBytes: number | null;
  /** Documents, versions, and folders that visitors can add in total; null: the limit in the settings. */
  MaxUploadDocuments: number | null;
  /** Bytes that visitors have uploaded. */
  UploadedBytes: number;
  /** Documents, versions, and folders that visitors have added. */
  UploadedDocuments: number;
  /** Whether recipients must enter a code that is emailed to them. */
  AccessCodeRequired: boolean;
  /** Whether a password protects the link. */
  HasPassword: boolean;
  /** Whether visitors can view. */
  AllowView: boolean;
  /** Whether visitors can download and view. */
  AllowDownload: boolean;
  /** Whether visitors can add documents and folders. */
  AllowUpload: boolean;
  /** Whether visitors can add revisions. */
  AllowEdit: boolean;
  /** Openings of the link by everybody. */
  OpenCount: number;
  /** The last opening by everybody; null: none. ISO 8601, UTC, with milliseconds. */
  LastOpened: string | null;
  /** Downloads by everybody; an archive is one. */
  DownloadCount: number;
  /** The last download by everybody; null: none. ISO 8601, UTC, with milliseconds. */
  LastDownloaded: string | null;
  /** The recipients named at creation; empty if there are none. */
  Recipients: {
    /** Address of the recipient. */
    Recipient: string;
    /** The personal link of the recipient. */
    WebUri: string;
    /** Openings of the link by the recipient. */
    OpenCount: number;
    /** The last opening by the recipient; null: none. ISO 8601, UTC, with milliseconds. */
    LastOpened: string | null;
    /** Downloads by the recipient; an archive is one. */
    DownloadCount: number;
    /** The last download by the recipient; null: none. ISO 8601, UTC, with milliseconds. */
    LastDownloaded: string | null;
  }[];
  /** The operations that you can do with the share now. */
  Abilities: {
    /** Whether you can change the share. */
    Change: boolean;
    /** Deprecated: the same as `Change`. */
    ChangeExpiry: boolean;
    /** Whether you can let visitors upload or edit. */
    AllowWriting: boolean;
    /** Whether you can email the links again. */
    Notify: boolean;
    /** Whether you can revoke the share. */
    Revoke: boolean;
  };
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The page of the link. */
    WebUri: string;
    /** The share. */
    Self: string;
  };
};

/** The pages of a document. */
export type Pages = {
  /** Pages that can be shown. */
  PageCount: number;
  /** Width of the first page in points; of an image in pixels. */
  Width: number;
  /** Height of the first page in points; of an image in pixels. */
  Height: number;
  /** False if the document has more pages, which are not shown. */
  IsComplete: boolean;
};

/** A session that the browser keeps for another account. */
export type ParkedSession = {
  /** The session. */
  SessionId: number;
  /** Its user. */
  UserId: number;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Address of the user. */
  Email: string;
  /** The deployment of the account. */
  DeploymentId: number;
  /** Name of the deployment. 1 to 199 characters. */
  DeploymentName: string;
  /** URL of the logo of the deployment; null if it has none. */
  LogoUri: string | null;
};

/** A passkey of the caller. */
export type Passkey = {
  /** The passkey. */
  PasskeyId: number;
  /** The name that the person gave it. 1 to 199 characters. */
  Name: string;
  /** The host of this service that it was added for. Browsers use it there only. */
  Host: string;
  /** Whether a password manager can copy it to other devices. */
  IsSyncable: boolean;
  /** Whether it has done so, as of the last use. */
  IsSynced: boolean;
  /** When it was added. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When it was last used; null: never. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
};

/** A new passkey. */
export type PasskeyCreate = {
  /** The name that the person gives it. 1 to 199 characters. */
  Name: string;
  Passkey: NewCredential;
};

/** Options for `navigator.credentials.create()` as JSON. */
export type PasskeyCreationOptions = {
  /** Valid once, for 10 minutes, in this browser. In base64url. */
  challenge: string;
  /** In milliseconds. */
  timeout: number;
  /** The site. */
  rp: {
    /** The host that the passkey will belong to. */
    id: string;
    /** The name of the service. */
    name: string;
  };
  /** The account. */
  user: {
    /** A random value for the account, in base64url. */
    id: string;
    /** The address of the account; with the name of the deployment if there are several. */
    name: string;
    /** The name of the person. */
    displayName: string;
  };
  /** The algorithms that can be used, best first. */
  pubKeyCredParams: {
    /** `public-key`. */
    type: string;
    /** The algorithm, by its COSE number. */
    alg: number;
  }[];
  /** The passkeys that the person has. */
  excludeCredentials: {
    /** The id of the credential in base64url. */
    id: string;
    /** `public-key`. */
    type: string;
    /** How the authenticator is reached. */
    transports?: string[];
  }[];
  /** Requirements for the authenticator. */
  authenticatorSelection: {
    /** Whether the authenticator keeps the account: `preferred`. */
    residentKey: string;
    /** The same for older browsers. */
    requireResidentKey: boolean;
    /** `required`: a PIN or biometrics. */
    userVerification: string;
  };
  /** `none`: the manufacturer of the authenticator is not checked. */
  attestation: string;
};

/** The result of `navigator.credentials.get()` as JSON. */
export type PasskeyProof = {
  /** The id of the credential. In base64url. */
  id: string;
  /** The same. In base64url. */
  rawId: string;
  /** The type of the credential. */
  type: 'public-key';
  /** The response of the authenticator. */
  response: {
    /** The request of the browser, with challenge and origin. In base64url. */
    clientDataJSON: string;
    /** Data of the authenticator. In base64url. */
    authenticatorData: string;
    /** The signature over both. In base64url. */
    signature: string;
    /** The value that the authenticator keeps for the account. In base64url. */
    userHandle?: string;
  };
};

/** Options for `navigator.credentials.get()` as JSON. */
export type PasskeyRequestOptions = {
  /** Valid once, for 10 minutes, in this browser. In base64url. */
  challenge: string;
  /** In milliseconds. */
  timeout: number;
  /** The host that passkeys belong to. */
  rpId: string;
  /** `required`: a PIN or biometrics. */
  userVerification: string;
  /** The passkeys of the person; absent: any passkey for this host. */
  allowCredentials?: {
    /** The id of the credential in base64url. */
    id: string;
    /** `public-key`. */
    type: string;
    /** How the authenticator is reached. */
    transports?: string[];
  }[];
};

/** A passkey that signs in alone. */
export type PasskeySignIn = {
  Passkey: PasskeyProof;
};

/** The new name of a passkey. */
export type PasskeyUpdate = {
  /** The new name. 1 to 199 characters. */
  Name: string;
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

/** The account whose password was forgotten. */
export type PasswordResetRequest = {
  /** Address of the account. */
  Email: string;
  /** The deployment of the account; otherwise all in which the address has one. */
  DeploymentId?: number;
};

/** The current and the new password. */
export type PasswordUpdate = {
  /** The current password. */
  CurrentPassword: string;
  /** The new password, by the rules of `PasswordPolicy`. */
  NewPassword: string;
  /** Whether to revoke all your API tokens too. Default false. */
  RevokeTokens?: boolean;
};

/** The body or content is larger than allowed. */
export type PayloadTooLargeProblem = Problem & {
  /** The type of this problem. */
  type: '/payload_too_large';
  /** The HTTP status of this problem. */
  status: 413;
};

export type Permission = {
  /** The user. */
  UserId?: number;
  /** The group. */
  GroupId?: number;
  /** The user's or group's name. */
  Name: string;
  /** URL of the user's picture; absent: there is none. */
  PictureUri?: string;
  /** The role with the same rights; null: there is none, or the entry denies something. */
  Role: 'Viewer' | 'Editor' | 'Manager' | null;
  /** Rights that the entry grants. */
  Allow: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** Rights that the entry denies. */
  Deny: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** When the entry ends; absent: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn?: string;
  /** True for an entry of something above. */
  Inherited?: boolean;
  /** Address of the library or folder that has the entry. */
  InheritedFrom?: string;
};

/** Each entry names either UserId or GroupId. */
export type PermissionsUpdate = {
  /** The user. */
  UserId?: number;
  /** The group. */
  GroupId?: number;
  /** Rights that the entry grants. */
  Allow?: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** Rights that the entry denies. */
  Deny?: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** When the entry ends: a time, or a date for the end of that day; UTC without a zone. */
  ExpiresOn?: string;
  /** True: an entry of something above, as in an answer that is sent back. It is left out. */
  Inherited?: boolean;
}[];

/** A user of the deployment, as other objects show them. */
export type Person = {
  /** The user. */
  UserId: number;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Address of the user; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on. */
  Email: string;
  /** URL of the picture, which changes with it; null if there is none. */
  PictureUri: string | null;
  /** Whether the user was deleted. */
  IsDeleted: boolean;
};

export type Place = {
  /** The library. */
  LibraryId: number;
  /** Null if the caller may not read the library itself. */
  LibraryName: string | null;
  /** True for a person's own library, false for a corporate one. */
  IsPrivate: boolean;
  /** From the topmost folder that the caller may read down to the folder itself, or the document's folder. */
  Path: {
    /** The folder. */
    FolderId: number;
    /** Name of the folder, 1 to 199 characters. */
    FolderName: string;
  }[];
  /** Effective rights of the caller. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  Abilities: Abilities;
  /** The roles that the caller can give to others on the object. */
  Roles: ('Viewer' | 'Editor' | 'Manager')[];
  /** Abilities of the caller on the folders and documents directly in it, except for those in `Exceptions`; null: it is a document. */
  ItemAbilities: {
    Folder: Abilities;
    Document: Abilities;
  } | null;
  /** As what a browser can show the document; null: not at all, or it is none. */
  CanPreview: 'image' | 'pdf' | 'text' | 'markdown' | 'table' | 'mail' | 'archive' | 'video' | 'audio' | null;
  /** Whether you have starred the item. */
  IsStarred: boolean;
  /** The folders and documents directly in it that you have starred. */
  StarredItems: StarredChild[];
  /** The folders and documents directly in it on which the caller has other rights than on itself. */
  Exceptions: {
    /** Null for a document. */
    FolderId: number | null;
    /** Null for a folder. */
    DocumentId: number | null;
    /** Effective rights of the caller. */
    Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
    Abilities: Abilities;
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

/** Changes of your own profile; at least one property. */
export type ProfileUpdate = {
  /** New name; absent: unchanged. 1 to 199 characters. */
  Name?: string;
  /** An IANA time zone, such as `Europe/Lisbon`; null: that of the device in the web app, and UTC in emails. */
  TimeZone?: string | null;
  /** Language of the web app and of emails; absent: unchanged. */
  Language?: 'en';
  /** Kinds of emails to turn on or off; absent: unchanged. */
  MailPreferences?: {
    /** Requests to approve a document. */
    TaskRequests?: boolean;
    /** Decisions on your requests. */
    TaskDecisions?: boolean;
    /** Updates on tasks that you were added to. */
    TaskUpdates?: boolean;
    /** Uploads through your links. */
    LinkUploads?: boolean;
    /** Openings of your links with `NotifyOnOpen`. */
    LinkOpenings?: boolean;
    /** Access that others give you. */
    AccessGrants?: boolean;
    /** Comments that mention you. */
    CommentMentions?: boolean;
    /** Comments by visitors of your links. */
    LinkComments?: boolean;
    /** New matches of your saved searches. */
    SearchAlerts?: boolean;
  };
};

/** Whether the configuration and the keys of a provider can be read. */
export type ProviderCheck = {
  /** The class of the failure, as of sign-ins; null: none. */
  Failure: 'Unavailable' | 'Misconfigured' | 'Denied' | 'Expired' | 'Invalid' | 'Clock' | 'Disabled' | 'Unverified' | 'NoAccount' | 'Inactive' | 'Taken' | 'TooMany' | null;
  /** The reason of the failure; null: none. */
  Reason: string | null;
  /** Number of keys that the provider publishes. */
  KeyCount: number;
  /** The attempt that signing in at `Uri` completes; null after a failure. */
  TestId: number | null;
  /** The page of the provider to open in the same browser; null after a failure. */
  Uri: string | null;
};

/** People with this value of `GroupsClaim` are members of the group. */
export type ProviderGroup = {
  /** A value of the claim. */
  Value: string;
  /** The group of the deployment. */
  GroupId: number;
};

/** The result of a test sign-in with a provider. The test changes nothing. */
export type ProviderTest = {
  /** Whether the browser came back from the provider. */
  IsComplete: boolean;
  /** The class of the failure, as of sign-ins; null: none. */
  Failure: 'Unavailable' | 'Misconfigured' | 'Denied' | 'Expired' | 'Invalid' | 'Clock' | 'Disabled' | 'Unverified' | 'NoAccount' | 'Inactive' | 'Taken' | 'TooMany' | null;
  /** The claims of the person who signed in, or `reason` after a failure; null: not complete. */
  Claims: Record<string, unknown> | null;
  /** The result of a sign-in with these claims and the current configuration; null after a failure, or not complete. */
  Outcome: ProviderTestOutcome | null;
};

/** The result of a sign-in now. */
export type ProviderTestOutcome = {
  /** `SignIn`: to the account that is connected already. `Connect`: to the account with the address, which is then connected. `Create`: to a new account. `Refuse`: see `Failure`. */
  Kind: 'SignIn' | 'Connect' | 'Create' | 'Refuse';
  /** The class of the failure, as of sign-ins; null: none. */
  Failure: 'Unavailable' | 'Misconfigured' | 'Denied' | 'Expired' | 'Invalid' | 'Clock' | 'Disabled' | 'Unverified' | 'NoAccount' | 'Inactive' | 'Taken' | 'TooMany' | null;
  /** The reason of the failure; null: none. */
  Reason: string | null;
  /** The existing account; null: none. */
  Person: Person | null;
  /** Name of the person as the provider sends it. 1 to 199 characters. */
  Name: string;
  /** Address that the provider sends; null: none. */
  Email: string | null;
  /** Whether the address counts as verified. */
  IsEmailVerified: boolean;
  /** Whether the person would be a site admin. */
  IsSiteAdmin: boolean;
  /** The groups that the provider manages; null: memberships would stay as they are. */
  Groups: {
    /** The group. */
    GroupId: number;
    /** Name of the group. 1 to 199 characters. */
    GroupName: string;
    /** Whether the person would be a member. */
    IsMember: boolean;
  }[] | null;
};

/** The documents to purge. */
export type PurgeOldDocuments = {
  /** Age is counted from when the document was first stored. */
  PurgeType: 'DateStored';
  /** Documents at least so old are purged. */
  Days: number;
  /** Only counts what would be purged. */
  DryRun?: boolean;
};

export type PurgeOldDocumentsResult = {
  /** Number of documents that were deleted. */
  DocumentsDeleted: number;
  /** Number of documents that could not be deleted. */
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
  /** `ready`, `unavailable`, or `draining`: the service is about to stop. */
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

/** The session must prove again who the person is: see `authenticateSession`. */
export type ReauthenticationRequiredProblem = Problem & {
  /** The type of this problem. */
  type: '/reauthentication_required';
  /** The HTTP status of this problem. */
  status: 403;
};

export type RecentDocument = {
  /** The document. */
  DocumentId: number;
  /** Name of the document with its extension, 1 to 199 characters. */
  DocumentName: string;
  /** When the current revision was stored. */
  DateModified: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the content. */
    Content: string;
    /** URL of the revisions. */
    Revisions: string;
  };
  /** Bytes. */
  DocumentSize: number;
  /** The folder. */
  FolderId: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
  /** Name of its folder; null if you cannot read the folder. */
  FolderName: string | null;
  /** Whether you have starred the item. */
  IsStarred: boolean;
  /** Your last action on it. */
  LastAction: 'Opened' | 'Uploaded' | 'Changed';
  /** The time of that action. ISO 8601, UTC, with milliseconds. */
  LastActionDate: string;
};

/** Why a task was not created. */
export type RefusedTask = {
  /** The first error in one sentence. */
  Message: string;
  /** Every failing field as `createTask.<Field>`, with what is wrong with it. */
  ModelState: Record<string, unknown>;
};

/** Counts of the rows of a report. */
export type ReportSummary = {
  /** Number of rows. */
  Rows: number;
  /** The length of a period: months if more than 92 days have rows. */
  Unit: 'Day' | 'Month';
  /** The periods that have rows, oldest first; tasks count on the day when they were assigned. */
  Periods: {
    /** The first day of the period, UTC. */
    Start: string;
    /** Number of rows in the period. */
    Rows: number;
  }[];
  /** The types of rows, most frequent first. */
  Types: {
    /** The event in words, or the state of tasks. */
    Name: string;
    /** Number of rows of this type. */
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
  /** The revision. */
  RevisionId: number;
  /** From 1 upwards. */
  RevisionNumber: number;
  /** The name of the file that was uploaded. */
  RevisionName: string;
  /** The document. */
  DocumentId: number;
  /** Bytes. */
  DocumentSize: number;
  /** SHA-256 of the content, lower-case hexadecimal. */
  Hash: string;
  /** When the revision was stored. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** Email address. */
  CreatedBy: string;
  /** The user who stored it; for uploads through a link, the creator of the link; null: the operator. */
  CreatedByPerson: Person | null;
  /** Whether it is the current revision. */
  IsCurrent: boolean;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
    /** URL of the content. */
    Content: string;
    /** URL of the document. */
    Document: string;
  };
};

/** The result of revoking shares. */
export type RevokeSharesResult = {
  /** Number of shares that were revoked. */
  SharesRevoked: number;
};

/** An API token with its new secret. */
export type RotatedToken = {
  /** The token. */
  TokenId: number;
  /** Purpose of the token. 1 to 199 characters. */
  Name: string;
  /** Whether a sync client uses the token; its reads are recorded as syncs. */
  IsSync: boolean;
  /** When the token was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  CreatedBy: Person;
  /** Scopes that limit the token; null: it can do everything that its owner can do. */
  Scopes: ('documents:read' | 'documents:write' | 'shares' | 'tasks' | 'reports' | 'admin')[] | null;
  /** When the token expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** The token itself. It is shown only once. */
  Token: string;
  /** When the previous secret ends; null: it has ended. ISO 8601, UTC, with milliseconds. */
  PreviousValidUntil: string | null;
};

export type SavedSearch = {
  /** The saved search. */
  SavedSearchId: number;
  /** Name of the saved search, 1 to 199 characters. */
  SearchName: string;
  /** The library that it searches; null if it searches a folder, or everything. */
  LibraryId: number | null;
  /** The folder that it searches, with everything below; null if it searches a library, or everything. */
  FolderId: number | null;
  /** The name of the library or folder; null if there is none, you can no longer read it, or it is in the trash. */
  PlaceName: string | null;
  /** Tags that a document must have, all of them. Empty if there is a query. */
  Criteria: {
    /** The tag type. */
    TagTypeId: number;
    /** The value in the form of its data type. */
    Value: string;
  }[];
  /** The query, as for `q` of `GET /api/search`; null for a search by tags. */
  Q: string | null;
  /** Whether you are notified of new matches. */
  Alert: boolean;
  /** When the search was saved. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
};

/** Changes of a saved search; absent: unchanged. */
export type SavedSearchChange = {
  /** Name of the saved search, 1 to 199 characters. */
  SearchName?: string;
  /** A query, as for `q` of `GET /api/search`. At most 512 characters. */
  Q?: string;
  /** Turns the alert on or off. */
  Alert?: boolean;
};

/** A search to save: by tags in either a library or a folder, or a query. */
export type SavedSearchCreate = {
  /** Name of the saved search, 1 to 199 characters. */
  SearchName: string;
  /** The library to search. */
  LibraryId?: number;
  /** The folder to search, with everything below. */
  FolderId?: number;
  Criteria?: TagSearch;
  /** A query, as for `q` of `GET /api/search`. At most 512 characters. */
  Q?: string;
  /** Whether you are notified of new matches. Requires a query without `is:starred`. Default false. */
  Alert?: boolean;
};

/** An identity provider that manages people and groups by SCIM 2.0, without its token. */
export type ScimConnection = {
  /** The connection. */
  ConnectionId: number;
  /** Name of the identity provider. 1 to 199 characters. */
  Name: string;
  /** Whether people whom the connection adds get an invitation by email. */
  InvitesPeople: boolean;
  /** Whether the connection also sees people and groups that no connection manages, and takes them over with its first change. */
  ManagesExisting: boolean;
  /** Whether requests of the connection are refused. */
  IsPaused: boolean;
  /** Number of people whom the connection manages. */
  PeopleCount: number;
  /** Number of groups that the connection manages. */
  GroupCount: number;
  /** When the connection was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** The person who created the connection; null: the command line. */
  CreatedBy: Person | null;
  /** When the current token was created. ISO 8601, UTC, with milliseconds. */
  TokenDateCreated: string;
  /** Last use of the current token, to the minute; null: never used. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The connection. */
    Self: string;
    /** The base URL of SCIM 2.0 for the identity provider. */
    Scim: string;
  };
};

/** A connection to create. */
export type ScimConnectionCreate = {
  /** Name of the identity provider, unique in the deployment. 1 to 199 characters. */
  Name: string;
  /** Whether people whom the connection adds get an invitation by email. Default true. */
  InvitesPeople?: boolean;
  /** Whether the connection also sees people and groups that no connection manages, and takes them over with its first change. Default false. */
  ManagesExisting?: boolean;
  /** Your password. Required in a browser session that is older than 10 minutes. */
  CurrentPassword?: string;
};

/** Changes of a connection; at least one property. */
export type ScimConnectionUpdate = {
  /** New name; absent: unchanged. 1 to 199 characters. */
  Name?: string;
  /** Whether new people get an invitation; absent: unchanged. */
  InvitesPeople?: boolean;
  /** Whether existing people and groups are managed; absent: unchanged. */
  ManagesExisting?: boolean;
  /** Whether requests of the connection are refused; absent: unchanged. */
  IsPaused?: boolean;
};

/** The proof for a new token, if one is required. */
export type ScimTokenCreate = {
  /** Your password. Required in a browser session that is older than 10 minutes. */
  CurrentPassword?: string;
};

export type SearchFacets = {
  /** Number of documents that match, at most 1000. */
  Total: number;
  /** Whether these are all matches. */
  IsExact: boolean;
  /** Kinds of documents by their extensions. */
  Kinds: {
    /** The kind, for `type`. */
    Value: 'folder' | 'document' | 'spreadsheet' | 'presentation' | 'pdf' | 'image' | 'video' | 'audio' | 'archive' | 'other';
    /** Number of matches. */
    Count: number;
  }[];
  /** Libraries. */
  Libraries: {
    /** Id of the library. */
    LibraryId: number;
    /** Name of the library. 1 to 199 characters. */
    LibraryName: string;
    /** Number of matches. */
    Count: number;
  }[];
  /** People who created the documents. */
  People: {
    /** Id of the user, for `owner`. */
    UserId: number;
    /** Name of the user. */
    Name: string;
    /** Number of matches. */
    Count: number;
  }[];
  /** Years of modification. */
  Years: {
    /** A year, UTC. */
    Year: number;
    /** Number of matches. */
    Count: number;
  }[];
  /** Values of tags. */
  Tags: {
    /** Id of the tag type. */
    TagTypeId: number;
    /** Name of the tag type. 1 to 199 characters. */
    TagTypeName: string;
    /** The value. */
    Value: string;
    /** Number of matches. */
    Count: number;
  }[];
};

/** The result of adding a second factor. */
export type SecondFactorAdded = {
  /** The recovery codes; null if the person has a set already. */
  RecoveryCodes: string[] | null;
};

/** The session can only set up a second factor, which is overdue. */
export type SecondFactorRequiredProblem = Problem & {
  /** The type of this problem. */
  type: '/second_factor_required';
  /** The HTTP status of this problem. */
  status: 403;
};

/** Second factors of the caller. */
export type SecondFactors = {
  /** The passkeys, oldest first. */
  Passkeys: Passkey[];
  /** The authenticator app; null if there is none. */
  Totp: {
    /** When it was set up. ISO 8601, UTC, with milliseconds. */
    DateCreated: string;
    /** When it was last used to sign in; null: never. ISO 8601, UTC, with milliseconds. */
    LastUsed: string | null;
  } | null;
  /** The recovery codes; null if there are none. */
  RecoveryCodes: {
    /** When the set was created. ISO 8601, UTC, with milliseconds. */
    DateCreated: string;
    /** Codes that were not used. */
    Remaining: number;
  } | null;
};

/** A second factor is required. There is no session yet. */
export type SecondStep = {
  /** The second step. */
  SecondFactor: {
    /** The ways of which one is required. */
    Methods: ('Passkey' | 'Totp' | 'RecoveryCode')[];
  };
};

/** One second factor. */
export type SecondStepProof = {
  /** The six digits that the authenticator app shows; spaces are ignored. */
  Code?: string;
  /** A recovery code; case, spaces, and dashes are ignored. */
  RecoveryCode?: string;
  Passkey?: PasskeyProof;
};

/** A browser in which the user is signed in. */
export type Session = {
  /** The session. */
  SessionId: number;
  /** When the user signed in. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** Last use, to the minute. ISO 8601, UTC, with milliseconds. */
  LastUsed: string;
  /** Browser and system, such as `Firefox on Windows`; null: an unknown browser. */
  Device: string | null;
  /** The kind of device. */
  DeviceKind: 'Desktop' | 'Phone' | 'Tablet' | 'Unknown';
  /** The `User-Agent` of the browser; null if it sent none. */
  UserAgent: string | null;
  /** Network address at sign-in; null if it is not known. */
  Address: string | null;
  /** Network address of the last use; null if it is not known. */
  LastAddress: string | null;
  /** How the user proved who they are: at sign-in, and later in the session. */
  Methods: ('Password' | 'Provider' | 'Passkey' | 'Totp' | 'RecoveryCode')[];
  /** When the session ends if it is not used; null: only at `ExpiresOn`. ISO 8601, UTC, with milliseconds. */
  IdleExpiresOn: string | null;
  /** When the session ends even if it is in use. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string;
  /** Whether this request belongs to the session. */
  IsCurrent: boolean;
};

/** One proof of who you are. */
export type SessionAuthentication = {
  /** The password, at most 1024 characters. */
  Password?: string;
  /** The six digits that the authenticator app shows; spaces are ignored. */
  Code?: string;
  Passkey?: PasskeyProof;
};

/** When and how the session of this request can be confirmed. */
export type SessionAuthenticationState = {
  /** When the user last authenticated in this session. ISO 8601, UTC, with milliseconds. */
  DateAuthenticated: string;
  /** Whether that was within the last 10 minutes. */
  IsFresh: boolean;
  /** The proofs that the user has. If there is none, the user signs in again. */
  Methods: ('Password' | 'Totp' | 'Passkey')[];
};

/** The credentials of an account. */
export type SessionCreate = {
  /** Address of the account. */
  Email: string;
  /** The password, at most 1024 characters. */
  Password: string;
  /** The deployment, if the address has an account in several. */
  DeploymentId?: number;
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
  /** Whether people can sign in with a password, or with a passkey alone. Only a site admin who has signed in with an identity provider can turn it off. Default true. */
  PasswordSignIn: boolean;
  /** Minutes without use after which a browser is signed out, at most 30 days; null: never. Default 720. */
  SessionIdleMinutes: number | null;
  /** Days after signing in after which a browser is signed out even if it is in use. Default 30. */
  SessionMaxDays: number;
  /** Requires a second factor from no one (`optional`), site admins, or everyone. Members of groups with `RequiresSecondFactor` must have one in any case. Default `optional`. */
  SecondFactor: 'optional' | 'siteAdmins' | 'everyone';
  /** Days to set up a second factor after it became required for a person. Default 7. */
  SecondFactorGraceDays: number;
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
  /** Whether people can sign in with a password, or with a passkey alone. Only a site admin who has signed in with an identity provider can turn it off. Default true. */
  PasswordSignIn?: boolean;
  /** Minutes without use after which a browser is signed out, at most 30 days; null: never. Default 720. */
  SessionIdleMinutes?: number | null;
  /** Days after signing in after which a browser is signed out even if it is in use. Default 30. */
  SessionMaxDays?: number;
  /** Requires a second factor from no one (`optional`), site admins, or everyone. Members of groups with `RequiresSecondFactor` must have one in any case. Default `optional`. */
  SecondFactor?: 'optional' | 'siteAdmins' | 'everyone';
  /** Days to set up a second factor after it became required for a person. Default 7. */
  SecondFactorGraceDays?: number;
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

/** A number of shares. */
export type ShareCount = {
  /** Number of shares. */
  Count: number;
};

/** A recipient of a share. */
export type ShareRecipient = {
  /** Address of the recipient. */
  Recipient: string;
  /** The personal link of the recipient. */
  WebUri: string;
};

/** Shares to revoke: `ShareIds` or `All`. */
export type ShareRevocation = {
  /** The shares, at most 1000; only those that the query matches are revoked. */
  ShareIds?: number[];
  /** True: revoke all shares that the query matches. */
  All?: boolean;
};

/** Changes of a share. Absent properties stay as they are. */
export type ShareUpdate = {
  /** How the expiration is given. Default `never`; required with `ExpiresOn` or `ExpirationValue`. */
  ExpireStyle?: 'days' | 'hours' | 'minutes' | 'date' | 'never';
  /** Required with `ExpireStyle` `date`: a time, or a date for the end of that day, UTC. */
  ExpiresOn?: string;
  /** Required with `ExpireStyle` `days`, `hours`, and `minutes`: how many of them. */
  ExpirationValue?: number;
  /** A name that only the managers of the link see; null: none. */
  Name?: string | null;
  /** A new password; null removes it. Locks the link in all browsers. */
  Password?: string | null;
  /** Whether visitors must enter a code that is emailed to them. Requires `Recipients` or `AllowedDomains`, and excludes `Password`. */
  AccessCodeRequired?: boolean;
  /** Email domains whose addresses can get a code; null: none. */
  AllowedDomains?: string[] | null;
  /** Whether visitors can view. */
  AllowView?: boolean;
  /** Whether visitors can download and view. */
  AllowDownload?: boolean;
  /** Folders: whether visitors can add documents and folders; requires Write. */
  AllowUpload?: boolean;
  /** Documents: whether visitors can add revisions; requires Write. */
  AllowEdit?: boolean;
  /** Folders: `Template` makes a guided upload. */
  ShareType?: 'Content' | 'Template';
  /** Whether you are notified of each opening, or of the first one by each recipient and by anybody else. Default `never`. */
  NotifyOnOpen?: 'never' | 'first' | 'each';
  /** Whether pictures of pages carry the address of the visitor and the time. Default false. */
  Watermark?: boolean;
  /** Whether visitors can read all comments on documents that they can view, and add some. */
  AllowComment?: boolean;
  /** Downloads that visitors can start in total, including those before the change; null: no limit. */
  MaxDownloads?: number | null;
  /** Bytes that visitors can upload in total; null: the limit in the settings. */
  MaxUploadBytes?: number | null;
  /** Documents, versions, and folders that visitors can add in total; null: the limit in the settings. */
  MaxUploadDocuments?: number | null;
};

/** The openings and downloads of a recipient, or of all unknown visitors. */
export type ShareVisitor = {
  /** Address of the recipient; null: all visitors who are not known recipients. */
  Recipient: string | null;
  /** Whether the visitor has an address in an allowed domain and was not named in `Recipients`. */
  HasJoined: boolean;
  /** Openings of the link by the visitor. */
  OpenCount: number;
  /** The last opening by the visitor; null: none. ISO 8601, UTC, with milliseconds. */
  LastOpened: string | null;
  /** Downloads by the visitor; an archive is one. */
  DownloadCount: number;
  /** The last download by the visitor; null: none. ISO 8601, UTC, with milliseconds. */
  LastDownloaded: string | null;
};

export type SharedItem = {
  /** The kind of item. */
  ItemType: 'Library' | 'Folder' | 'Document';
  /** Name of the item. */
  ItemName: string;
  /** Effective rights of the caller on the item. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
  };
  /** The item in its own shape; the others are null. */
  Embedded: {
    Library: Library | null;
    Folder: Folder | null;
    Document: Document | null;
  };
  /** Whether you have starred the item. */
  IsStarred: boolean;
  /** The user who gave or changed your access last; null: the operator. */
  SharedBy: Person | null;
  /** When that was. ISO 8601, UTC, with milliseconds. */
  SharedOn: string;
};

/** The requirements of the settings for new shares. */
export type SharingRules = {
  /** Longest validity in days; null: no limit. */
  MaxLinkExpirationDays: number | null;
  PasswordPolicy: PasswordPolicy;
  /** Bytes that visitors can upload by a link without a limit of its own; null: no limit. */
  MaxUploadBytes: number | null;
  /** Documents, versions, and folders that visitors can add by a link without a limit of its own; null: no limit. */
  MaxUploadDocuments: number | null;
  /** Whether folders can be shared for guided uploads. */
  AllowsTemplates: boolean;
  /** Whether new shares are `Pending` until their content was checked. */
  IsChecked: boolean;
};

/** A token that was created for Basic credentials. */
export type ShortToken = {
  /** The token, which can do everything that the user can do. */
  Token: string;
  /** Email address of the user. */
  UserName: string;
  /** The user. */
  UserId: number;
  /** When the token expires. ISO 8601, UTC, with milliseconds. */
  ExpirationDate: string;
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

/** The ways to sign in. */
export type SignInOptions = {
  /** Whether people can sign in with a password, or with a passkey alone. */
  PasswordSignIn: boolean;
  /** The enabled providers, by name; none if the instance has several deployments. */
  Providers: {
    /** The provider. */
    ProviderId: number;
    /** Name of the provider. */
    Name: string;
    /** The address at which people sign in with the provider. */
    SignInUri: string;
  }[];
};

/** The user who has signed in. The session itself is in the cookie. */
export type SignedIn = {
  /** The session. */
  SessionId: number;
  /** The user. */
  UserId: number;
  /** Address of the user. */
  Email: string;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Whether the user manages the deployment. */
  IsSiteAdmin: boolean;
};

/** A piece of the text around words that match. */
export type Snippet = {
  /** Plain text, which is not escaped. */
  Text: string;
  /** Ranges of the words that match: start and end (exclusive) in UTF-16 code units. */
  Marks: number[][];
};

export type StarredChild = {
  /** Null for a document. */
  FolderId: number | null;
  /** Null for a folder. */
  DocumentId: number | null;
};

export type StarredItem = {
  /** The kind of item. */
  ItemType: 'Library' | 'Folder' | 'Document';
  /** Name of the item. */
  ItemName: string;
  /** Effective rights of the caller on the item. */
  Rights: ('Read' | 'Write' | 'Delete' | 'Grant')[];
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of this resource. */
    Self: string;
  };
  /** The item in its own shape; the others are null. */
  Embedded: {
    Library: Library | null;
    Folder: Folder | null;
    Document: Document | null;
  };
  /** Name of the folder or library that contains it; null for a library, and if you cannot read the parent. */
  ParentName: string | null;
  /** When you starred it. ISO 8601, UTC, with milliseconds. */
  DateStarred: string;
};

export type StorageUsage = {
  /** Documents. */
  Documents: number;
  /** Their size. */
  Bytes: number;
  /** Whether there are more, which are not counted. */
  IsPartial: boolean;
};

/** Tags that a document must have, all of them. */
export type TagSearch = {
  /** The tag type. */
  TagTypeId: number;
  /** Case is ignored; numbers and dates are compared as such. MMddyyyy for dates. */
  Value: string;
}[];

export type TagSearchResult = {
  /** All matches, on whichever page. */
  TotalCount: number;
  /** The matches. */
  Embedded: {
    /** The documents of this page by `DocumentId`. */
    Documents: {
      /** When the current revision was stored. ISO 8601, UTC, with milliseconds. */
      DateModified: string;
      /** The document. */
      DocumentId: number;
      /** Name of the document with its extension, 1 to 199 characters. */
      DocumentName: string;
      /** The values that people gave, in the order of their types, with the document's extension. */
      DocumentAutoName: string | null;
      /** The folder. */
      FolderId: number;
      /** Name of the folder, 1 to 199 characters. */
      FolderName: string;
      /** Name of the library, 1 to 199 characters. */
      LibraryName: string;
      /** The service's own tags. */
      StatusInformation: {
        /** Name of the tag type, unique in the library. */
        TagTypeName: string;
        /** A value of the data type String; null for the other types. */
        TagValueString: string | null;
        /** A value of the data type Numeric; null for the other types. */
        TagValueNumeric: number | null;
        /** A value of the data type Date as midnight UTC in ISO 8601; null for the other types. */
        TagValueDate: string | null;
        /** 0: String, 1: Numeric, 2: Date. */
        DataType: number;
      }[];
      /** URLs of related resources. Follow these instead of composing paths. */
      Links: {
        /** URL of this resource. */
        Self: string;
        /** URL of the content. */
        Content: string;
        /** URL of the document. */
        DocumentUri: string;
        /** URL of the folder. */
        FolderUri: string;
        /** URL of the library. */
        LibraryUri: string;
        /** URL of an icon of the folder. */
        FolderIconUri: string;
      };
    }[];
  };
};

export type TagType = {
  /** The tag type. */
  TagTypeId: number;
  /** Name of the tag type, unique in the library. */
  TagTypeName: string;
  /** `Status`: the service's own. */
  FlavorName: 'Simple' | 'Status';
  /** 0 String, 1 Numeric, 2 Date. */
  DataType: number;
  /** Name of the data type. */
  DataTypeName: 'String' | 'Numeric' | 'Date';
  /** JSON text of an object: `DefaultValue` (text or null) and `DataSetValues` (null). */
  Constraints: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** URL of the values in use. */
    TagValuesUri: string;
  };
};

export type TagTypeConstraints = {
  /** The value for new documents; it must fit the data type. A date has the form MMddyyyy. */
  DefaultValue?: string | null;
  /** Not used; always null in answers. */
  DataSetValues?: unknown;
};

/** A tag type to create. */
export type TagTypeCreate = {
  /** Name of the tag type, unique in the library. */
  TagTypeName: string;
  DataType: 'String' | 'Numeric' | 'Date' | number;
  /** The object, or its JSON text as answers have it. */
  Constraints?: TagTypeConstraints | string;
};

/** Changes of a tag type. */
export type TagTypeUpdate = {
  /** Name of the tag type, unique in the library. */
  TagTypeName?: string;
  /** The object, or its JSON text as answers have it. */
  Constraints?: TagTypeConstraints | string;
};

/** A request to approve a document. */
export type Task = {
  /** The task. */
  TaskId: number;
  /** The kind of task. */
  TaskType: 'Approval';
  /** `Completed`: approved or denied. `Expired`: the due date has passed without a decision. */
  TaskStatus: 'Open' | 'Completed' | 'Cancelled' | 'Expired';
  /** The decision; empty without one. */
  TaskResult: '' | 'Positive' | 'Negative';
  /** The instructions to the assignee, at most 1000 characters. */
  Instructions: string;
  /** When the decision is due. ISO 8601, UTC, with milliseconds. */
  DueDate: string;
  /** When the task was created. ISO 8601, UTC, with milliseconds. */
  DateAssigned: string;
  /** When the task was completed or cancelled, or expired; null while it is open. ISO 8601, UTC, with milliseconds. */
  DateEnded: string | null;
  /** Address of the creator; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on. */
  Creator: string;
  /** Address of the assignee; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on. */
  Assignee: string;
  CreatorPerson: Person;
  /** The assignee; null for somebody without an account. */
  AssigneePerson: Person | null;
  /** The kind of item. */
  ItemType: 'Document';
  /** The document's name; if it was purged or the caller can no longer read it, the last one that the caller could read. */
  ItemName: string;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The task. */
    Self: string;
    /** PATCH cancels the task. */
    CancelTaskUri: string;
    /** PATCH approves or denies. */
    CompleteTaskUri: string;
    /** The document. */
    Document: string;
  };
  /** The document. */
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
  /** The assignee's comment on the decision; null if there is none. */
  Comment: string | null;
  /** Until when the assignee can read the document by this task; null once that has ended. ISO 8601, UTC, with milliseconds. */
  AccessEndsAt: string | null;
  /** The operations that you can do with the task now. */
  Abilities: {
    /** Whether you can approve or deny. */
    Complete: boolean;
    /** Whether you can cancel the task. */
    Cancel: boolean;
    /** Whether you can delete the task. */
    Delete: boolean;
  };
};

/** A task to create. */
export type TaskCreate = {
  /** The kind of task. */
  Type: 'Approval';
  /** In the future, at most 90 days ahead: a time, or a date for the end of that day; UTC without a zone. */
  DueDate: string;
  /** Address of somebody else: a user of the deployment or a person without an account. */
  Assignee: string;
  /** The document. */
  DocumentId: number;
  /** The instructions to the assignee, at most 1000 characters. */
  Instructions: string;
  /** Addresses that get an email at every event, different and at most 100; for site admins only. */
  Recipients?: string[];
};

/** The decision of the assignee. */
export type TaskDecision = {
  /** The decision. */
  Decision: 'Approve' | 'Deny';
  /** A comment, at most 1000 characters. */
  Comment?: string;
  /** SHA-256 of the content that you reviewed. Required (409) if the document changed after the task was assigned; a hash that is not that of the current content is 409. */
  Hash?: string;
};

/** A task. */
export type TaskReportRow = {
  /** The task. */
  TaskId: number;
  /** The kind of task: `Approval`. */
  TaskType: string;
  /** The state of the task. */
  TaskStatus: 'Open' | 'Approved' | 'Denied' | 'Cancelled' | 'Expired';
  /** The instructions to the assignee. */
  Instructions: string;
  /** When the decision is due. */
  DueDate: string;
  /** When the task was created. */
  DateAssigned: string;
  /** When the task ended; null while it is open. */
  DateEnded: string | null;
  /** Address of the creator. */
  Creator: string;
  /** Address of the assignee. */
  Assignee: string;
  /** `Document`. */
  ItemType: string;
  /** Name of the document. */
  ItemName: string;
  /** The revision that was current when the task was assigned. */
  AssignedRevision: {
    /** The revision; null if it is not known anymore. */
    RevisionId?: number | null;
    /** Number of the revision, from 1. */
    RevisionNumber?: number;
    /** SHA-256 of its content in lower-case hexadecimal. */
    Hash?: string;
  } | null;
  /** The revision that was approved or denied; null without a decision. */
  DecidedRevision: {
    /** The revision; null if it is not known anymore. */
    RevisionId?: number | null;
    /** Number of the revision, from 1. */
    RevisionNumber?: number;
    /** SHA-256 of its content in lower-case hexadecimal. */
    Hash?: string;
  } | null;
  /** The newest revision; null once the document is purged. */
  CurrentRevision: {
    /** The revision; null if it is not known anymore. */
    RevisionId?: number | null;
    /** Number of the revision, from 1. */
    RevisionNumber?: number;
    /** SHA-256 of its content in lower-case hexadecimal. */
    Hash?: string;
  } | null;
};

/** A revision that a task is about. */
export type TaskRevision = {
  /** The revision; null if the document was purged before tasks stored this id. */
  RevisionId: number | null;
  /** Number of the revision, from 1. */
  RevisionNumber: number;
  /** SHA-256 of its content in lower-case hexadecimal. */
  Hash: string;
};

/** The text of a page. */
export type TextOfPage = {
  /** Number of the page, from 1; null: the content has no pages, or it is metadata. */
  Page: number | null;
  /** The text, without runs of spaces. */
  Text: string;
};

/** An API token without its text. */
export type Token = {
  /** The token. */
  TokenId: number;
  /** Purpose of the token. 1 to 199 characters. */
  Name: string;
  /** Whether a sync client uses the token; its reads are recorded as syncs. */
  IsSync: boolean;
  /** When the token was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  CreatedBy: Person;
  /** Scopes that limit the token; null: it can do everything that its owner can do. */
  Scopes: ('documents:read' | 'documents:write' | 'shares' | 'tasks' | 'reports' | 'admin')[] | null;
  /** When the token expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Last use, to the minute; null: never used. ISO 8601, UTC, with milliseconds. */
  LastUsed: string | null;
  /** Network address of the last use; null if it is not known. */
  LastAddress: string | null;
  /** After a rotation: when the previous secret expires; null: there is none. ISO 8601, UTC, with milliseconds. */
  PreviousValidUntil: string | null;
  /** Last use of the previous secret since the rotation; null: not used. ISO 8601, UTC, with milliseconds. */
  PreviousLastUsed: string | null;
};

/** A token to create. */
export type TokenCreate = {
  /** Purpose of the token. 1 to 199 characters. */
  Name: string;
  /** Whether a sync client uses the token; its reads are then recorded as syncs. Default false. */
  IsSync?: boolean;
  /** Scopes that limit the token. Absent or empty: the scopes of the token that authenticates the request, or no limit. */
  Scopes?: ('documents:read' | 'documents:write' | 'shares' | 'tasks' | 'reports' | 'admin')[];
  /** When the token expires: a time, or a date for the end of that day, UTC. Absent: when the token that authenticates the request expires, or never. */
  ExpiresOn?: string;
  /** Your password. Required in a browser session that is older than 10 minutes. */
  CurrentPassword?: string;
};

/** How a token is rotated. */
export type TokenRotate = {
  /** For how long the previous secret stays valid, at most 7 days. Default 0. */
  OverlapHours?: number;
  /** When the token expires: a time, or a date for the end of that day, UTC. Absent: as before. */
  ExpiresOn?: string;
  /** Your password. Required in a browser session that is older than 10 minutes. */
  CurrentPassword?: string;
};

/** Too many requests, uploads, or wrong credentials. */
export type TooManyRequestsProblem = Problem & {
  /** The type of this problem. */
  type: '/too_many_requests';
  /** The HTTP status of this problem. */
  status: 429;
};

/** The first code of the authenticator app. */
export type TotpConfirmation = {
  /** The six digits that the authenticator app shows; spaces are ignored. */
  Code: string;
};

/** The key of an authenticator app that waits for its first code. */
export type TotpSetup = {
  /** The key in base32, for apps that cannot scan the QR code. */
  Secret: string;
  /** The `otpauth` URI that the QR code contains. */
  Uri: string;
};

/** The operations that you can do with an item in the trash. */
export type TrashAbilities = {
  /** Whether you can restore it. */
  Restore: boolean;
  /** Whether you can delete it permanently. A folder is refused if something in it is denied to you. */
  Purge: boolean;
};

export type TrashItem = {
  /** Name of the item. */
  ItemName: string;
  /** The kind of item. */
  ItemType: 'Library' | 'Folder' | 'Document';
  /** When the item was deleted. ISO 8601, UTC, with milliseconds. */
  DateDeleted: string;
  /** Email address; null: the operator at the command line. */
  DeletedByUserName: string | null;
  /** The user who deleted the item; null: the operator at the command line. */
  DeletedByPerson: Person | null;
  /** With `expand=path`: the folders that the item was in, from the topmost that you can read, without those in the trash. */
  Path?: {
    /** The folder. */
    FolderId: number;
    /** Name of the folder. 1 to 199 characters. */
    FolderName: string;
  }[];
  /** The item and its library; `Document` and `Folder` are null for items of another kind. */
  Embedded: {
    Document: DocumentSummary | null;
    Folder: Folder | null;
    /** The library that the item was in, or is. */
    Library: {
      /** The library. */
      LibraryId: number;
      /** Name of the library, 1 to 199 characters. */
      LibraryName: string;
      /** True for a person's own library, false for a corporate one. */
      IsPrivate: boolean;
      /** URLs of related resources. Follow these instead of composing paths. */
      Links: {
        /** URL of this resource. */
        Self: string;
        /** URL of the folders directly in it. */
        Folders: string;
      };
    };
  };
  Abilities: TrashAbilities;
  /** URLs of related resources. Follow these instead of composing paths. */
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
  /** The upload. */
  Identifier: string;
  /** Name that was given when the upload was started. */
  FileName: string;
  /** Bytes received so far. */
  CurrentSize: number;
  Length: number | null;
  FolderId: number | null;
  DocumentId: number | null;
  /** When the upload was started. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the upload is removed unless it was finalized before. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string;
  /** URLs of related resources. Follow these instead of composing paths. */
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
  /** The upload. */
  Identifier: string;
  /** Name that was given when the upload was started. */
  FileName: string;
  /** Bytes received so far. */
  CurrentSize: number;
  /** For internal use. */
  VolumeId: number;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** Takes the portions of the content, by PATCH. */
    Location: string;
  };
};

export type UploadRequest = {
  /** The link. */
  ShareId: number;
  /** Name of the folder that the files go to. 1 to 199 characters. */
  FolderName: string;
  /** Name of the user who created the link. 1 to 199 characters. */
  RequestedBy: string;
  /** Whether it is a guided upload, with a subfolder for each requested item. */
  IsGuided: boolean;
  /** Subfolders of a guided upload that are empty; 100 stands for that many or more. */
  MissingCount: number;
  /** When the link was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the link expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** Your personal link to the page where you upload. */
  WebUri: string;
};

/** A person with an account in the deployment. */
export type User = {
  /** The user. */
  UserId: number;
  /** Address with which the user signs in. */
  Email: string;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Whether the user manages the deployment. */
  IsSiteAdmin: boolean;
  /** When the user was created. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** URL of the picture, which changes with it; null if there is none. */
  PictureUri: string | null;
  /** URLs of related resources. Follow these instead of composing paths. */
  Links: {
    /** The user. */
    Self: string;
  };
};

/** How a user signs in, and the groups of the user. */
export type UserAccount = {
  /** Whether the person has set a password. */
  HasPassword: boolean;
  /** Whether signing in takes a second factor. */
  HasSecondFactor: boolean;
  /** Until when the user must set up a second factor; null: the user has one, or needs none. ISO 8601, UTC, with milliseconds. */
  SecondFactorDue: string | null;
  /** Whether the user was deactivated and cannot sign in. */
  IsDeactivated: boolean;
  /** When the link in the last invitation expires; null if there is none. ISO 8601, UTC, with milliseconds. */
  InvitationExpiresOn: string | null;
  /** Last use of the sessions and tokens that exist; null if it is not known. ISO 8601, UTC, with milliseconds. */
  LastSeen: string | null;
  /** Number of sessions. */
  SessionCount: number;
  /** Number of API tokens. */
  TokenCount: number;
  /** Name of the SCIM connection that manages the user; null: none. */
  ManagedBy: string | null;
  /** Names of the identity providers to which the user is connected. */
  Providers: string[];
  /** The groups of the user. */
  Groups: {
    /** The group. */
    GroupId: number;
    /** Name of the group. 1 to 199 characters. */
    GroupName: string;
  }[];
};

/** One change of many accounts. */
export type UserBulkChange = {
  /** The UserId of each account, at most 500. */
  UserIds: number[];
  /** The change of each account. */
  Action: 'MakeSiteAdmin' | 'MakeMember' | 'Deactivate' | 'Reactivate' | 'AddToGroup' | 'Invite';
  /** The group, for `AddToGroup`. */
  GroupId?: number;
};

/** The outcome for each account. */
export type UserBulkResults = {
  /** One for each requested account, in the same order. */
  Results: {
    /** The UserId of the request. */
    UserId: number;
    /** `Unchanged`: the account already was as requested. `Refused`: a rule forbids the change. */
    Outcome: 'Changed' | 'Unchanged' | 'Refused';
    /** Why the change was refused; null for other outcomes. */
    Reason: string | null;
  }[];
};

/** A user to create. */
export type UserCreate = {
  /** Address with which the user signs in; unique in the deployment. */
  Email: string;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Whether the user manages the deployment. Default false. */
  IsSiteAdmin?: boolean;
  /** The first password, by the rules of `PasswordPolicy`. If it is absent, the person is invited by email. */
  Password?: string;
};

/** A file of people to add. */
export type UserImport = {
  /** Text of a CSV file with the columns `Email`, `Name`, `Role` and `Groups` in its first line, of at most 500 people and 262,144 characters. `Role` and `Groups` can be absent. */
  Csv: string;
  /** Whether to check the file only. Default false. */
  DryRun?: boolean;
  /** Whether to add the other people if lines have errors. Default false: an error refuses the whole file. */
  SkipInvalid?: boolean;
};

/** The outcome for each line; with `DryRun` the expected one. */
export type UserImportResult = {
  /** The lines with people, in the order of the file. */
  Lines: {
    /** Number of the line in the file, from 1; of its last line, if a cell has several. */
    Line: number;
    /** Address, or the cell if it is not valid. */
    Email: string;
    /** Name, or the cell if it is not valid. */
    Name: string;
    /** Whether the role is site admin. */
    IsSiteAdmin: boolean;
    /** Names of the groups. */
    Groups: string[];
    /** `Added`: the person is added, or with `DryRun` would be. `Exists`: there is an account, which stays as it is. `Invalid`: see `Errors`. */
    Outcome: 'Added' | 'Exists' | 'Invalid';
    /** The account that was added or exists; null for others. */
    UserId: number | null;
    /** Errors of the line. */
    Errors: string[];
  }[];
};

/** A user as everybody in the deployment can see them. */
export type UserProfile = {
  /** The user. */
  UserId: number;
  /** Name of the user. 1 to 199 characters. */
  Name: string;
  /** Address of the user; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on. */
  Email: string;
  /** URL of the picture, which changes with it; null if there is none. */
  PictureUri: string | null;
  /** Whether the user was deleted. */
  IsDeleted: boolean;
  /** Whether the user manages the deployment; false for a deleted user. */
  IsSiteAdmin: boolean;
  /** The groups of the user, by name; null unless you are the user or a site admin. */
  Groups: {
    /** The group. */
    GroupId: number;
    /** Name of the group. 1 to 199 characters. */
    GroupName: string;
  }[] | null;
};

/** An activity of a user. */
export type UserReportRow = {
  /** When it happened. */
  ActivityDate: string;
  /** Address of the user or visitor, `Share By Link User`, or `System`. */
  UserName: string;
  /** The code of what happened, such as `DocumentViewed`. */
  ActivityItemType: string;
  /** Name of the item at that time. */
  ContentName: string;
};

/** Changes of a user; at least one property. */
export type UserUpdate = {
  /** New name; absent: unchanged. 1 to 199 characters. */
  Name?: string;
  /** Whether the user manages the deployment; absent: unchanged. */
  IsSiteAdmin?: boolean;
  /** New address; absent: unchanged. */
  Email?: string;
};

/** The path, query, or body is malformed or breaks a rule for values. */
export type ValidationErrorProblem = Problem & {
  /** The type of this problem. */
  type: '/validation_error';
  /** The HTTP status of this problem. */
  status: 400;
};

export type Verification = {
  /** The job. */
  JobId: number;
  /** The state of the verification. */
  State: 'Processing' | 'Complete' | 'Failed' | 'Cancelled';
  /** The address of who began it. */
  Creator: string;
  CreatorPerson: Person;
  /** When the verification was started. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When the verification ended; null before that. ISO 8601, UTC, with milliseconds. */
  DateEnded: string | null;
  /** How far the verification has come. */
  Progress: {
    /** Number of seals checked so far. */
    Seals: number;
    /** Number of seals to check. */
    OfSeals: number;
  };
  /** Kept for 7 days. */
  Result: Verified | null;
  /** Why the verification failed; null if it did not. */
  Error: string | null;
};

export type VerificationFinding = {
  /** Number of the seal. */
  SealNumber: number;
  /** When the seal was made, ISO 8601, UTC; empty for a problem with a kept or noted seal. */
  SealedAt: string;
  /** The seal covers the rows after this `ActivityId`. */
  AfterId: number;
  /** The last `ActivityId` that the seal covers. */
  ThroughId: number;
  /** The fault that was found. */
  Problem: string;
};

export type VerificationWish = {
  /** A seal that was noted elsewhere, as `carrel audit verify` prints it: `12:9f…`. */
  NotedSeal?: string;
};

export type Verified = {
  /** The deployment. */
  DeploymentId: number;
  /** Number of seals that were verified. */
  Seals: number;
  /** Number of rows that these seals cover. */
  SealedRows: number;
  /** The last seal of the log; null if there is none. */
  LastSeal: {
    /** Number of the seal. */
    Number: number;
    /** The seal in lower-case hexadecimal. */
    Seal: string;
    /** When the seal was made. ISO 8601, UTC, with milliseconds. */
    SealedAt: string;
  } | null;
  /** Lines that no seal covers yet. */
  UnsealedRows: number;
  /** The time of the oldest of these lines; null if there are none. ISO 8601, UTC, with milliseconds. */
  UnsealedSince: string | null;
  /** The last seals that are kept outside of the database, and are part of the log. */
  Heads?: KeptSeal[];
  /** Problems: seals that do not hold, and kept seals that are not in the log. */
  Broken: number;
  /** The first hundred of them. */
  Findings: VerificationFinding[];
};

/** The content and the abilities of a link. */
export type Visit = {
  /** The kind of the shared item. */
  Kind: 'folder' | 'document';
  /** The folder or document, as in the URL of the page. */
  ItemId: number;
  /** The task that the link belongs to; null if none. */
  TaskId: number | null;
  /** The kind of share. */
  ShareType: 'Content' | 'Template';
  /** `Pending`: the content is still being prepared. */
  Status: 'Active' | 'Pending';
  SharedBy: VisitPerson;
  /** When the link expires; null: never. ISO 8601, UTC, with milliseconds. */
  ExpiresOn: string | null;
  /** The secret that unlocks the link. */
  Protection: 'none' | 'password' | 'code';
  /** Whether this browser can open the link. */
  IsUnlocked: boolean;
  /** The access code; null unless the link waits for one. */
  Code: VisitCode | null;
  /** The shared item; null while the link is locked or pending. */
  Item: VisitedFolder | VisitedDocument | null;
  /** The operations that the link and the rights of its creator allow. */
  Allow: {
    /** Documents can be viewed. */
    View: boolean;
    /** Documents can be downloaded. */
    Download: boolean;
    /** Documents can be added to the folder. */
    Upload: boolean;
    /** New versions of the document can be uploaded. */
    Edit: boolean;
    /** Comments on documents can be read and added. */
    Comment: boolean;
  };
  /** Whether pictures of pages carry the address of the visitor and the time. */
  Watermark: boolean;
  /** Downloads that the link still allows; null: no limit. */
  DownloadsLeft: number | null;
  /** The limits; null if uploads are not allowed. */
  UploadLimits: VisitUploadLimits | null;
  /** The look of the page. */
  Branding: {
    /** The name of the deployment. */
    Name: string;
    /** Its color as `#rrggbb`; null: the default. */
    Color: string | null;
    /** The logo; null if there is none. */
    LogoUri: string | null;
  };
};

/** The state of the access code. */
export type VisitCode = {
  /** The masked address of the recipient; null if the link names none. */
  Recipient: string | null;
  /** When the valid code was sent; null if none is valid. ISO 8601, UTC, with milliseconds. */
  SentAt: string | null;
  /** When another code can be requested; null if the link names no recipient. ISO 8601, UTC, with milliseconds. */
  CanResendAt: string | null;
  /** Attempts that are left in this browser. */
  TriesLeft: number;
  /** Whether anyone with an address in an allowed domain can request a code. */
  AcceptsEmail: boolean;
};

/** A comment on a shared document. */
export type VisitComment = {
  /** The comment. */
  CommentId: number;
  /** The first comment of the thread; null for that one. */
  ParentId: number | null;
  /** The page that it is about; null: the whole document. */
  Page: number | null;
  /** The part of the page that it is about; null: the whole page. */
  Region: CommentRegion | null;
  /** Plain text with line breaks. Empty if it was deleted. */
  Text: string;
  /** Name of the author, or the address of a visitor. Empty if it was deleted. */
  AuthorName: string;
  /** Whether the author signed in or proved the address by a code. A name that a visitor typed is not. */
  IsVerified: boolean;
  /** The decision on a task that it comments on; empty for other comments. */
  TaskResult: '' | 'Positive' | 'Negative';
  /** When it was written. ISO 8601, UTC, with milliseconds. */
  DateCreated: string;
  /** When its text was last changed; null: never. ISO 8601, UTC, with milliseconds. */
  DateChanged: string | null;
  /** Whether its thread is resolved. */
  IsResolved: boolean;
  /** Whether it was deleted. It remains in the list while its thread has replies. */
  IsDeleted: boolean;
  /** False if it is about an earlier revision, whose pages can be others. */
  IsAboutCurrentRevision: boolean;
  /** Whether it is yours, so that you can delete it. */
  CanDelete: boolean;
};

/** A comment to add. */
export type VisitCommentCreate = {
  /** Plain text of 1 to 10000 characters. Line breaks are kept. */
  Text: string;
  /** The first comment of the thread that it replies to. Absent: a new thread. */
  ParentId?: number;
  /** The page, from 1. */
  Page?: number;
  Region?: CommentRegion;
  /** Your name, which is shown as unverified. Required unless an access code proved your address. */
  Name?: string;
};

/** A document of a link. */
export type VisitDocument = {
  /** The document. */
  DocumentId: number;
  /** Its name. */
  DocumentName: string;
  /** Size of its content in bytes. */
  DocumentSize: number;
  /** Its content, SHA-256 in lower-case hexadecimal; empty if the link does not allow downloads. */
  Hash: string;
  /** When its content last changed. ISO 8601, UTC, with milliseconds. */
  DateModified: string;
  /** The media type by its extension. */
  MediaType: string;
  /** How browsers can show the content; null: they cannot, or the link does not allow downloads or limits them. */
  CanPreview: 'image' | 'pdf' | 'text' | 'markdown' | 'table' | 'mail' | 'archive' | 'video' | 'audio' | null;
  /** URLs of related resources. */
  Links: {
    /** The content. */
    Content: string;
    /** The thumbnail. */
    Thumbnail: string;
  };
};

/** A folder of a link with its content. */
export type VisitFolder = {
  /** The folder. */
  FolderId: number;
  /** Its name. */
  FolderName: string;
  /** The folders from the shared one to this one. */
  Path: VisitFolderName[];
  /** The folders in it. */
  Folders: VisitSubFolder[];
  /** The documents in it. */
  Documents: VisitDocument[];
};

/** A folder to create by a link. */
export type VisitFolderCreate = {
  /** Names of folders, separated by `/` or `\`. */
  FolderPath: string;
};

/** A folder of a link. */
export type VisitFolderName = {
  /** The folder. */
  FolderId: number;
  /** Its name. */
  FolderName: string;
};

/** A folder or document of a link that a search found. */
export type VisitFoundItem = {
  /** The kind of the item. */
  ItemType: 'Folder' | 'Document';
  /** Its name. */
  ItemName: string;
  /** The folders from the shared one to the one that contains the item. */
  Path: VisitFolderName[];
  /** The document; null for a folder. */
  Document: VisitDocument | null;
  /** The folder; null for a document. */
  FolderId: number | null;
  /** At most two pieces of the text; none if the link does not allow downloads, or limits them. */
  Snippet: Snippet[];
  /** The page of the first snippet; null without pages or snippets. */
  Page: number | null;
  /** Whether the name has all the words, or the text is needed. */
  MatchedIn: 'Name' | 'Text';
};

/** A person to contact. */
export type VisitPerson = {
  /** The name. */
  Name: string;
  /** The address. */
  Email: string;
};

/** A revision that was uploaded by a link. */
export type VisitRevision = {
  /** Number of the revision, from 1. */
  RevisionNumber: number;
};

/** A folder in a folder of a link. */
export type VisitSubFolder = {
  /** The folder. */
  FolderId: number;
  /** Its name. */
  FolderName: string;
  /** Documents directly in it; absent if the visitor sees none. */
  DocumentCount?: number;
};

/** A task for an assignee without an account. */
export type VisitTask = {
  /** The task. */
  TaskId: number;
  /** `Completed`: approved or denied. `Expired`: the due date has passed without a decision. */
  TaskStatus: 'Open' | 'Completed' | 'Cancelled' | 'Expired';
  /** The decision; empty without one. */
  TaskResult: '' | 'Positive' | 'Negative';
  /** The instructions to the assignee, at most 1000 characters. */
  Instructions: string;
  /** When the decision is due. ISO 8601, UTC, with milliseconds. */
  DueDate: string;
  /** When the task was created. ISO 8601, UTC, with milliseconds. */
  DateAssigned: string;
  /** When the task was completed or cancelled, or expired; null while it is open. ISO 8601, UTC, with milliseconds. */
  DateEnded: string | null;
  Creator: VisitPerson;
  /** Address of the assignee; that of a deleted user ends in `.inactive1`, `.inactive2`, and so on. */
  Assignee: string;
  /** The document's name; if it was purged or the caller can no longer read it, the last one that the caller could read. */
  ItemName: string;
  AssignedRevision: TaskRevision;
  /** The revision that was approved or denied. Null without a decision, and for decisions made before this was recorded if it cannot be told. */
  DecidedRevision: TaskRevision | null;
  /** The newest revision of the document; null if the caller cannot read it. */
  CurrentRevision: TaskRevision | null;
  /** The current content differs from the assigned one; false if the caller cannot read the document. */
  ChangedSinceAssigned: boolean;
  /** The assignee's comment on the decision; null if there is none. */
  Comment: string | null;
  /** Until when the assignee can read the document by this task; null once that has ended. ISO 8601, UTC, with milliseconds. */
  AccessEndsAt: string | null;
  /** Whether the task is open. */
  CanDecide: boolean;
};

/** The size of a folder with everything below it. */
export type VisitTreeSize = {
  /** Documents in the folder and below it. */
  Documents: number;
  /** Their size in bytes. */
  Bytes: number;
};

/** The password of a link, or the recipient and the access code. */
export type VisitUnlock = {
  /** The password of the link. */
  Password?: string;
  /** The key of the recipient in the URL of a personal link. */
  Recipient?: string;
  /** Instead of `Recipient`: the address that the code was sent to. */
  Email?: string;
  /** The access code that the recipient got. */
  Code?: string;
};

/** A complete upload. */
export type VisitUploadFinish = {
  /** The last part of the `Location` of the upload. */
  UploadId: string;
};

/** Limits over the lifetime of a link, and what is used of them. */
export type VisitUploadLimits = {
  /** Bytes that the link accepts; null: unlimited. */
  MaxUploadBytes: number | null;
  /** Documents, revisions, and folders that it accepts; null: unlimited. */
  MaxUploadDocuments: number | null;
  /** Bytes that were uploaded. */
  UploadedBytes: number;
  /** Documents, revisions, and folders that were uploaded. */
  UploadedDocuments: number;
};

/** The shared document. */
export type VisitedDocument = {
  /** The shared document. */
  DocumentId: number;
  /** Its name. */
  Name: string;
  /** Size of its content in bytes. */
  DocumentSize: number;
  /** When its content last changed. ISO 8601, UTC, with milliseconds. */
  DateModified: string;
  /** The media type by its extension. */
  MediaType: string;
};

/** The shared folder. */
export type VisitedFolder = {
  /** The shared folder. */
  FolderId: number;
  /** Its name. */
  Name: string;
};
