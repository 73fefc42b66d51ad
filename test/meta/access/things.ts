/** The things that the paths of table.ts name, made when they are asked for. All belong to `ann`, the owner. */
import { makeAsyncJob } from '../../factories/async-jobs.ts';
import { grant } from '../../factories/permissions.ts';
import { makeLibrary } from '../../factories/libraries.ts';
import { makeQueuedJob } from '../../factories/queue.ts';
import { makeShare } from '../../factories/shares.ts';
import { makeTask } from '../../factories/tasks.ts';
import { makeTagType } from '../../factories/tags.ts';
import { makeChild } from '../../factories/trees.ts';
import { notify } from '../../../src/people/live-notifications/streams.fixture.ts';
import { referenceOfShare } from '../../../src/visiting/visits/visitor.fixture.ts';
import type { TestApp } from '../../harness.ts';
import type { World } from '../../world.ts';

/** Gives the thing of that name, the same each time. */
export type Make = (name: string) => Promise<number | string>;

type Maker = (w: World, id: (name: string) => Promise<number>, app: TestApp) => Promise<number | string>;

const MAKERS: Record<string, Maker> = {
  libraryId: async ({ ann }) => ann.libraryId,
  corporateId: ({ admin }) => makeLibrary(admin),
  trashedCorporateId: async ({ admin }, id) => trashed(admin, 'libraries', await id('corporateId')),
  folderId: ({ ann }) => ann.folder(ann.libraryId, crypto.randomUUID()),
  childFolderId: async ({ ann }, id) => makeChild(ann, await id('folderId'), 'Child'),
  trashedFolderId: async ({ ann }, id) => trashed(ann, 'folders', await id('folderId')),
  documentId: async ({ ann }, id) => ann.document(await id('folderId'), 'a.txt', 'first'),
  trashedDocumentId: async ({ ann }, id) => trashed(ann, 'documents', await id('documentId')),
  revisionId: async ({ ann }, id) => {
    await ann.revise(await id('documentId'), 'a.txt', 'second');
    return (await ann.api('GET', `/api/documents/${await id('documentId')}/revisions`)).body[1].RevisionId;
  },
  identifier: async ({ ann }, id) => {
    return (await ann.api('POST', `/api/folders/${await id('folderId')}/temp?filename=a.txt`)).body.Identifier;
  },
  // Of ann, for the reader to decide.
  taskId: async ({ ann, bob }, id, app) => makeTask(app, ann, bob.email, await id('documentId')),
  commentId: async ({ ann }, id) => {
    const path = `/api/documents/${await id('documentId')}/comments`;
    return (await ann.api('POST', path, { Text: 'Is this final?' })).body.CommentId;
  },
  resolvedCommentId: async ({ ann }, id) => {
    const path = `/api/documents/${await id('documentId')}/comments/${await id('commentId')}`;
    return (await ann.api('POST', `${path}/resolve`)).body.CommentId;
  },
  tagTypeId: ({ ann }) => makeTagType(ann, ann.libraryId, crypto.randomUUID()),
  savedSearchId: async ({ ann }, id) => {
    const Criteria = [{ TagTypeId: await id('tagTypeId'), Value: 'Blue' }];
    const search = { SearchName: crypto.randomUUID(), LibraryId: ann.libraryId, Criteria };
    return (await ann.api('POST', '/api/users/me/searches', search)).body.SavedSearchId;
  },
  associatedTagTypeId: async ({ ann }, id) => {
    const TagTypeId = await id('tagTypeId');
    await ann.api('PUT', `/api/folders/${await id('folderId')}/tagtypes`, [{ TagTypeId }]);
    return TagTypeId;
  },
  shareId: async ({ ann }, id, app) => makeShare(app, ann, { documentId: await id('documentId') }),
  folderShareId: async ({ ann }, id, app) => makeShare(app, ann, { folderId: await id('folderId') }),
  reference: async ({ ann }, id, app) => {
    const shareId = await makeShare(
      app,
      ann,
      { folderId: await id('folderId') },
      { allow_download: true, allow_upload: true },
    );
    return referenceOfShare(app, shareId);
  },
  passwordReference: async ({ ann }, id) => {
    const share = { AllowView: true, Password: 'open sesame now' };
    return (await ann.api('POST', `/api/folders/${await id('folderId')}/share`, share)).body.ReferenceString;
  },
  jobId: async ({ ann }, _id, app) => makeAsyncJob(app, ann),
  documentReportId: async ({ ann }, id, app) => {
    return makeReport(app, ann, 'document-activity-report', await id('documentId'));
  },
  libraryReportId: async ({ ann }, _id, app) => makeReport(app, ann, 'library-activity-report', ann.libraryId),
  userReportId: async ({ admin, ann }, _id, app) => makeReport(app, admin, 'user-admin-report', ann.userId),
  taskReportId: async ({ admin }, _id, app) => makeReport(app, admin, 'task-report', null),
  revocationId: async ({ admin }, _id, app) => makeAsyncJob(app, admin, { kind: 'revoke-shares' }),
  verificationId: async ({ admin }, _id, app) => makeReport(app, admin, 'audit-verification', null),
  userId: async ({ ann }) => ann.userId,
  readerId: async ({ bob }) => bob.userId,
  email: async ({ ann }) => ann.email,
  leaverId: async (w) => (await w.addPerson(`Leaver-${crypto.randomUUID()}`)).userId,
  tokenId: async ({ ann }) => {
    return (await ann.api('POST', `/api/users/${ann.userId}/tokens`, { Name: 'extra' })).body.TokenId;
  },
  connectionId: async ({ admin }) => {
    return (await admin.api('POST', '/api/admin/scim-connections', { Name: crypto.randomUUID() })).body.ConnectionId;
  },
  groupId: async ({ admin }) => {
    return (await admin.api('POST', '/api/groups', { GroupName: crypto.randomUUID() })).body.GroupId;
  },
  providerId: async ({ admin }) => {
    const provider = { Name: 'Keller login', Issuer: 'https://login.example.com', ClientId: 'carrel' };
    return (await admin.api('POST', '/api/identity-providers', provider)).body.ProviderId;
  },
  // Refused without a request, because the address is private.
  unreachableId: async ({ admin }) => {
    const provider = { Name: 'Unreachable', Issuer: 'https://127.0.0.1:1', ClientId: 'carrel' };
    return (await admin.api('POST', '/api/identity-providers', provider)).body.ProviderId;
  },
  staffedId: async ({ admin }, id) => {
    const groupId = await id('groupId');
    await admin.api('PUT', `/api/groups/${groupId}/members`, [await id('userId')]);
    return groupId;
  },
  invitedId: async ({ admin }) => {
    return (await admin.api('POST', '/api/users', { Email: `${crypto.randomUUID()}@example.test`, Name: 'New' })).body
      .UserId;
  },
  mailId: async ({ admin }, _id, app) => {
    await admin.api('POST', '/api/users', { Email: `${crypto.randomUUID()}@example.test`, Name: 'New' });
    await app.runJobs();
    return (await admin.api('GET', '/api/outbox')).body[0].MailId;
  },
  failedMailId: async ({ admin }, _id, { sql, clock }) => {
    const [row] = await sql<{ mailId: number }[]>`
      insert into mails (deployment_id, message_id, recipient, subject, text_body, html_body, created_at, state)
      values (${admin.deploymentId}, 'x', 'x@example.test', 's', 't', 'h', ${clock.now}, 'failed')
      returning mail_id as "mailId"`;
    return row?.mailId ?? 0;
  },
  queuedJobId: ({ admin }, _id, app) => makeQueuedJob(app, admin.deploymentId),
  notificationId: async ({ ann }, _id, app) => {
    await notify(app, [ann], 'for you');
    return (await ann.api('GET', '/api/notifications')).body[0].Links.Self.split('/').at(-1);
  },
  sessionId: async ({ ann }) => {
    return (await ann.api('POST', '/api/sessions', { Email: ann.email, Password: ann.password })).body.SessionId;
  },
};

/** A fresh set of things. */
export function thingsOf(app: TestApp, w: World): Make {
  const made = new Map<string, Promise<number | string>>();
  const make: Make = (name) => {
    const maker = MAKERS[name];
    if (maker === undefined) throw new Error(`Nothing makes :${name}: add a maker to test/meta/access/things.ts.`);
    const thing = made.get(name) ?? maker(w, async (other) => Number(await make(other)), app);
    made.set(name, thing);
    return thing;
  };
  return make;
}

/** A world in which bob may read all that ann has. */
export async function worldWithReader(app: TestApp): Promise<World> {
  const w = await app.world();
  await grant(app, w.bob, { libraryId: w.ann.libraryId }, { allow: ['Read'] });
  return w;
}

function makeReport(app: TestApp, creator: World['ann'], kind: string, subjectId: number | null): Promise<number> {
  return makeAsyncJob(app, creator, { kind, parameters: app.sql.json({ subjectId }) });
}

async function trashed(person: World['ann'], kind: string, id: number): Promise<number> {
  const { status, text } = await person.api('DELETE', `/api/${kind}/${id}`);
  if (status !== 204) throw new Error(`It was not deleted: ${text}`);
  return id;
}
