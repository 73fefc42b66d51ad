/** Comments on a document, of people with an account. */
import type { Comment, CommentCounts, CommentRegion, Person, VisitComment } from './answers.ts';
import { type Page, callApi, fetchPage, createOnce } from './client.ts';
import { listRevisions } from './library.ts';
import { type LinkKey, linkPath } from './visits.ts';

/** A comment on any page, with or without an account. */
export type ShownComment = Pick<
  Comment,
  | 'CommentId'
  | 'ParentId'
  | 'Page'
  | 'Region'
  | 'Text'
  | 'AuthorName'
  | 'IsVerified'
  | 'TaskResult'
  | 'DateCreated'
  | 'DateChanged'
  | 'IsResolved'
  | 'IsDeleted'
  | 'Abilities'
> & {
  /** Null for visitors, and on their pages. */
  Author: Person | null;
  Mentions: Person[];
  ResolvedBy: Person | null;
  /** The version that it was made on. Null for visitors, and if unknown. */
  RevisionNumber: number | null;
  /** For visitors: whether it was made on another version than the current one. */
  isEarlier?: boolean;
};

/** A comment to add. */
export type CommentDraft = {
  text: string;
  parentId: number | null;
  /** Null: the whole document. */
  page: number | null;
  region: CommentRegion | null;
  /** SHA-256 of the version that the page is of; null: there is no page. */
  hash: string | null;
  /** Ids of the people whom the text mentions. */
  mentions: number[];
  /** The name of a visitor without a proved address. */
  name: string | null;
};

/** The comments of one document, and what the person can do with them. */
export type CommentSource = {
  documentId: number;
  /** Distinguishes links. */
  key: string;
  list: (state: ThreadState, after: string | null) => Promise<Page<ShownComment[]>>;
  count: () => Promise<CommentCounts>;
  add: (draft: CommentDraft) => Promise<unknown>;
  /** Null on pages of links. */
  change: ((commentId: number, text: string, mentions: number[]) => Promise<unknown>) | null;
  remove: (commentId: number) => Promise<unknown>;
  setResolved: ((commentId: number, isResolved: boolean) => Promise<unknown>) | null;
  canMention: boolean;
  /** Whether a comment can be about another version than the current one. */
  namesVersions: boolean;
  /** Visitors type a name, unless they have proved an address. */
  needsName: boolean;
};

export type ThreadState = 'open' | 'resolved';

const PAGE_SIZE = 100;

export const pageOf = (state: ThreadState, after: string | null): string =>
  new URLSearchParams({
    isResolved: String(state === 'resolved'),
    top: String(PAGE_SIZE),
    ...(after === null ? {} : { after }),
  }).toString();

/** The body of a request that adds a comment. */
export const bodyOf = ({ text, parentId, page, region, mentions, name }: CommentDraft) => ({
  Text: text,
  ...(parentId === null ? {} : { ParentId: parentId }),
  ...(page === null || parentId !== null ? {} : { Page: page }),
  ...(region === null || parentId !== null ? {} : { Region: region }),
  ...(mentions.length === 0 ? {} : { Mentions: mentions }),
  ...(name === null ? {} : { Name: name }),
});

/** The comments of a document for people with an account. */
export function commentsOf(documentId: number): CommentSource {
  const base = `/api/documents/${documentId}/comments`;
  return {
    documentId,
    key: '',
    list: (state, after) => fetchPage<Comment[]>(`${base}?${pageOf(state, after)}`),
    count: () => callApi<CommentCounts>('GET', `${base}/counts`),
    add: async (draft) => createOnce<Comment>(base, await onItsVersion(documentId, draft)),
    change: (commentId, text, mentions) =>
      callApi<Comment>('PATCH', `${base}/${commentId}`, { Text: text, Mentions: mentions }),
    remove: (commentId) => callApi<null>('DELETE', `${base}/${commentId}`),
    setResolved: (commentId, isResolved) =>
      callApi<Comment>('POST', `${base}/${commentId}/${isResolved ? 'resolve' : 'reopen'}`),
    canMention: true,
    namesVersions: true,
    needsName: false,
  };
}

// A version that somebody adds meanwhile can have other pages. If the one of the place is gone, the comment is about the document.
async function onItsVersion(documentId: number, draft: CommentDraft) {
  if (draft.hash === null) return bodyOf(draft);
  const revision = (await listRevisions(documentId)).find(({ Hash }) => Hash === draft.hash);
  if (revision === undefined) return bodyOf({ ...draft, page: null, region: null });
  return { ...bodyOf(draft), RevisionId: revision.RevisionId };
}

/** The comments of a document for visitors of a link. */
export function commentsInVisit(link: LinkKey, documentId: number, needsName: boolean): CommentSource {
  const base = `${linkPath(link)}/documents/${documentId}/comments`;
  return {
    documentId,
    key: link.reference,
    async list(state, after) {
      const page = await fetchPage<VisitComment[]>(`${base}?${pageOf(state, after)}`);
      return { ...page, body: page.body.map(shownToVisitor) };
    },
    count: () => callApi<CommentCounts>('GET', `${base}/counts`),
    add: (draft) => createOnce<VisitComment>(base, bodyOf(draft)),
    change: null,
    remove: (commentId) => callApi<null>('DELETE', `${base}/${commentId}`),
    setResolved: null,
    canMention: false,
    namesVersions: false,
    needsName,
  };
}

const shownToVisitor = ({ CanDelete, IsAboutCurrentRevision, ...comment }: VisitComment): ShownComment => ({
  ...comment,
  isEarlier: !IsAboutCurrentRevision,
  Author: null,
  RevisionNumber: null,
  Mentions: [],
  ResolvedBy: null,
  Abilities: { Edit: false, Delete: CanDelete, Resolve: false },
});

/** The address of the CSV file. */
export const commentsExportUrl = (documentId: number): string => `/api/documents/${documentId}/comments/export`;
