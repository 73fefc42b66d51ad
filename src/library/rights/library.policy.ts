/**
 * The policy table of the library: every operation on a library, folder or document, with the rights and states that it
 * requires (docs/api/permissions.md#operations; decision 0067). Actions and queries name the operation, and
 * `tree.access.ts` enforces its line. Operations of areas above are here too, because their object belongs to the library.
 */
import type { PartyRule } from '../../core/policy.ts';
import type { Right } from './rights.ts';

/** The requirements of an operation on its object. */
export type Requirement = {
  /** In the order in which a refusal names them. Owners and site admins have all, whatever denies (is_unbound). */
  rights: readonly Right[];
  /** The person who moved the item to the trash can do it without these rights. */
  orTrasher?: true;
  /** Site admins can do it without these rights, also in personal libraries. */
  orSiteAdmin?: true;
  /** Site admins only. The route refuses others before it reads anything. */
  role?: 'siteAdmin';
  /** Refused on a personal library. */
  isCorporate?: true;
  /** 404 in the trash, unless stated. `trash`: 409 outside of it. */
  in?: 'trash' | 'both';
  /** A setting of the deployment that must be on. */
  setting?: 'EnablePurging';
  /** No item below may be denied to the actor, unless denials do not bind the actor there. */
  nothingDeniedBelow?: true;
  /** This operation on its library must be allowed as well. */
  onLibrary?: 'ManageTagTypes';
  /** The message of a refusal, instead of naming the lacking right. */
  refusal?: string;
};

const common = {
  View: { rights: ['Read'] },
  // Also to see who has access.
  ManagePermissions: { rights: ['Grant'] },
} as const satisfies Record<string, Requirement>;

const item = {
  ...common,
  Rename: { rights: ['Write'] },
  // The target requires AddFolder or AddDocument.
  Move: { rights: ['Write', 'Delete'] },
  Copy: { rights: ['Read'] },
  Trash: { rights: ['Delete'] },
  Restore: { rights: ['Delete'], orTrasher: true, in: 'trash' },
  // In addition to Restore: otherwise a user who deleted an item and then lost all rights could move it to another place.
  RestoreElsewhere: {
    rights: ['Read'],
    in: 'trash',
    refusal: 'You can only restore this item to its original location.',
  },
  ViewShares: { rights: ['Read'] },
  // The shares of everybody; their creators need no right.
  ManageShares: { rights: ['Grant'] },
  Share: { rights: ['Grant'] },
  ShareWritable: { rights: ['Grant', 'Write'] },
} as const satisfies Record<string, Requirement>;

export const POLICY = {
  library: {
    ...common,
    AddFolder: { rights: ['Write'] },
    Rename: { rights: ['Write'], role: 'siteAdmin', isCorporate: true },
    Trash: { rights: ['Delete'], role: 'siteAdmin', isCorporate: true },
    Restore: { rights: [], role: 'siteAdmin', isCorporate: true, in: 'trash' },
    Report: { rights: ['Read'], orSiteAdmin: true },
    Purge: { rights: [], role: 'siteAdmin', isCorporate: true, in: 'both', setting: 'EnablePurging' },
    ManageTagTypes: { rights: ['Grant'] },
  },
  folder: {
    ...item,
    AddFolder: { rights: ['Write'] },
    AddDocument: { rights: ['Write'] },
    Purge: { rights: ['Delete'], orTrasher: true, in: 'both', setting: 'EnablePurging', nothingDeniedBelow: true },
    ManageTagTypes: { rights: ['Read'], onLibrary: 'ManageTagTypes' },
  },
  document: {
    ...item,
    AddRevision: { rights: ['Write'] },
    RestoreRevision: { rights: ['Write'] },
    SetTags: { rights: ['Write'] },
    Report: { rights: ['Read'], orSiteAdmin: true },
    Purge: { rights: ['Delete'], orTrasher: true, in: 'both', setting: 'EnablePurging' },
    AssignTask: { rights: ['Grant'] },
    // Everybody who can read it can discuss it.
    Comment: { rights: ['Read'] },
    // Comments of others: to resolve and delete them.
    ModerateComments: { rights: ['Write'] },
    // As the assignee or creator of a task, which the policy table of work requires too.
    EndTask: { rights: ['Read'] },
  },
} as const satisfies Record<string, Record<string, Requirement>>;

export type CommentParty = 'author' | 'threadAuthor' | 'moderator';

/**
 * Operations on a comment (docs/api/comments.md#operations), in addition to Comment on its document. A moderator is
 * somebody who can ModerateComments there.
 */
export const COMMENT_POLICY = {
  Edit: { by: ['author'], refusal: 'Only the author of a comment can change it.' },
  Remove: {
    by: ['author', 'moderator'],
    refusal: 'Only the author of a comment and people who can edit the document can delete it.',
  },
  Resolve: {
    by: ['threadAuthor', 'moderator'],
    refusal: 'Only the author of a thread and people who can edit the document can resolve and reopen it.',
  },
} as const satisfies Record<string, PartyRule<CommentParty>>;

export type CommentOperation = keyof typeof COMMENT_POLICY;

export type Kind = keyof typeof POLICY;
export type LibraryOperation = keyof (typeof POLICY)['library'];
export type FolderOperation = keyof (typeof POLICY)['folder'];
export type DocumentOperation = keyof (typeof POLICY)['document'];
/** An operation on an object of that kind. */
export type OperationOn<Of extends Kind> = {
  library: LibraryOperation;
  folder: FolderOperation;
  document: DocumentOperation;
}[Of];

/** The operations on objects outside the trash that answers list as abilities, with their descriptions. */
export const ABILITIES = {
  AddFolder: 'Whether you can add folders to it, also by moving or copying them there.',
  AddDocument: 'Whether you can add documents to it, also by moving or copying them there.',
  AddRevision: 'Whether you can add revisions.',
  RestoreRevision: 'Whether you can make an older revision the current one.',
  SetTags: 'Whether you can change its tags.',
  Rename: 'Whether you can rename it.',
  Move: 'Whether you can move it to a place where you can add items.',
  Copy: 'Whether you can copy it to a place where you can add items.',
  Trash: 'Whether you can move it to the trash.',
  Share: 'Whether you can share it by a link.',
  ShareWritable: 'Whether you can share it by a link that lets visitors upload or edit.',
  ManageShares: 'Whether you can see and revoke all links to it, whoever created them.',
  AssignTask: 'Whether you can assign tasks on it.',
  ManagePermissions: 'Whether you can see who has access, and change its permissions.',
  ManageTagTypes: 'Whether you can define its tag types.',
} as const satisfies { [Operation in LibraryOperation | FolderOperation | DocumentOperation]?: string };

/** The same for items in the trash. */
export const TRASH_ABILITIES = {
  Restore: 'Whether you can restore it.',
  Purge: 'Whether you can delete it permanently. A folder is refused if something in it is denied to you.',
} as const satisfies { [Operation in OperationOn<Kind>]?: string };
