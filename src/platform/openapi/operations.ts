/**
 * The texts of an operation in openapi.json: id, summary, description, statuses and examples. `x.docs.ts` of a noun holds
 * them for all its operations, and routes spread them into their schema.
 */
import type { HeaderName } from './headers.ts';

/** Groups of operations, in the order in which they are best read. */
export const TAGS = {
  Libraries: 'The top level: the personal library of each user, and corporate libraries that site admins create.',
  Folders: 'Folders in libraries and in other folders, ZIP archives, and the place of an item.',
  Documents: 'Documents, their content, previews, and thumbnails.',
  Revisions: 'Versions of the content of a document.',
  Uploads: 'Staged uploads for documents of any size, in portions or by tus 1.0.',
  Trash: 'Items that were moved to the trash, and permanent deletion of old documents.',
  Sharing: 'Links to folders and documents for people inside and outside.',
  Tasks: 'Requests to approve a document.',
  Comments: 'Comments on documents, in threads.',
  Tags: 'Typed metadata: tag types of a library and tags of documents.',
  Search: 'Search by name and by tag, and saved searches.',
  Permissions: 'Rights of users and groups on libraries, folders, and documents.',
  Home: 'The home page: starred and recent documents, tasks and requests that wait for you, and new documents.',
  Notifications: 'Notifications of the current user.',
  'Asynchronous jobs': 'Operations that run in the background, their status, and their results.',
  Reports: 'Activity and task reports.',
  Users: 'Users of the deployment.',
  Groups: 'Groups of users.',
  Tokens: 'API tokens.',
  Sessions: 'Sign-in, passwords, and invitations.',
  Settings: 'Settings and branding of the deployment.',
  Operation: 'Health and administration of the service.',
  Visits: 'Links for people without an account: viewing, downloading, uploading, and deciding on a task.',
} as const;

export type Tag = keyof typeof TAGS;

/** A status: its description, or that with what the answer carries. */
export type Answer = string | AnswerParts;

export type AnswerParts = {
  description: string;
  headers?: readonly HeaderName[];
  /** Media types of an answer that is not JSON, with their schemas. */
  content?: Record<string, object>;
};

export type Answers = Record<number, Answer>;

type Texts = {
  summary: string;
  description: string;
  /** By status. Those that follow from the route are added, with a description for all operations (answers.ts). */
  answers: Answers;
  /** An example of the request body. */
  bodyExample?: unknown;
  /** Media types of a body that is not JSON, with their schemas. */
  bodyContent?: Record<string, object>;
  deprecated?: true;
  /** Ways to authenticate, if not those of people with an account. */
  security?: Record<string, string[]>[];
};

export type Operation = Texts & { operationId: string; tags: [Tag] };

declare module 'fastify' {
  interface FastifySchema {
    answers?: Answers;
    bodyExample?: unknown;
    bodyContent?: Record<string, object>;
  }
}

/** The operations of a noun; the name of each is its operationId. */
export function operations<Name extends string>(tag: Tag, described: Record<Name, Texts>): Record<Name, Operation> {
  const entries = Object.entries<Texts>(described);
  return Object.fromEntries(
    entries.map(([operationId, operation]) => [operationId, { operationId, tags: [tag], ...operation }]),
  ) as Record<Name, Operation>;
}

/** The same operation at a second address, under an id of its own. */
export function alias(operation: Operation, operationId: string): Operation {
  const description = `${operation.description}\n\nThe same as \`${operation.operationId}\` at another address.`;
  return { ...operation, operationId, description };
}

/** All operations of a noun at second addresses: `getShareAlias` for `getShare`. */
export function aliases<Name extends string>(docs: Record<Name, Operation>): Record<Name, Operation> {
  const entries = Object.entries<Operation>(docs);
  return Object.fromEntries(entries.map(([id, operation]) => [id, alias(operation, `${id}Alias`)])) as typeof docs;
}

/** A body of bytes in one of these media types. */
export function binary(...types: string[]): Record<string, object> {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}
