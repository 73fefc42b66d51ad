import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { worldWithItems } from './share-creation.fixture.ts';

const app = await startApp({ webUrl: 'http://web.test' });

const inFuture = (ms: number) => new Date(app.clock.now.getTime() + ms).toISOString();

/** A body that sets every property without using any. */
const UNUSED = {
  ExpireStyle: 'never',
  ExpiresOn: null,
  ExpirationValue: 0,
  PinRequired: false,
  AccessCodeRequired: false,
  Recipients: null,
  EmailRecipientsCc: [],
  Password: null,
  AllowView: true,
  AllowDownload: false,
  NotifyRecipients: true,
  CustomEmailHeader: '',
  CustomEmailText: null,
};

test('sharing a folder returns every field, like reading it, and its link is found by its hash', async () => {
  const { ann, folder, folderId, w } = await worldWithItems(app);
  for (const path of [folder, `${folder}s`]) {
    const { status, body } = await ann.api('POST', path, { AllowView: true, AllowUpload: true });
    const { ShareId, ReferenceString } = body;
    const link = `http://web.test/folder/${folderId}/share/${ReferenceString}`;
    assert.match(ReferenceString, /^[\w-]{22}$/);
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          ShareId,
          FolderId: folderId,
          ReferenceString,
          Status: 'Active',
          ShareType: 'Content',
          Link: link,
          Links: { WebUri: link, Self: `http://carrel.test/api/folders/${folderId}/shares/${ShareId}` },
          CreatedBy: ann.email,
          DateCreated: app.clock.now.toISOString(),
          ExpiresOn: null,
          Name: null,
          AllowedDomains: [],
          MaxDownloads: null,
          AllowComment: false,
          NotifyOnOpen: 'never',
          Watermark: false,
          MaxUploadBytes: null,
          MaxUploadDocuments: null,
          AccessCodeRequired: false,
          HasPassword: false,
          AllowView: true,
          AllowDownload: false,
          AllowUpload: true,
        },
      ],
    );
    assert.deepEqual((await ann.api('GET', `${folder}s/${ShareId}`)).body, body);
    const [row] =
      await app.sql`select share_id as id from shares where reference_hash = ${hashSecret(ReferenceString)}`;
    assert.equal(row?.['id'], ShareId);
  }
  const logged = await app.sql`
    select content_name as name, folder_id as "folderId", user_id as "userId" from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'FolderLinkCreated'`;
  const row = { name: 'Shared', folderId, userId: ann.userId };
  assert.deepEqual(
    logged.map((entry) => ({ ...entry })),
    [row, row],
  );
});

test('sharing a document returns every field', async () => {
  const { ann, document, documentId, w } = await worldWithItems(app);
  const wanted = { AllowView: true, AllowDownload: true, AllowEdit: true, ShareType: 'Nonsense', AllowUpload: true };
  const { status, body } = await ann.api('POST', document, wanted);
  assert.deepEqual(
    [status, body],
    [
      200,
      {
        ShareId: body.ShareId,
        DocumentId: documentId,
        ReferenceString: body.Links.WebUri.split('/').at(-1),
        Links: {
          WebUri: body.Links.WebUri,
          Self: `http://carrel.test/api/documents/${documentId}/shares/${body.ShareId}`,
        },
        CreatedBy: ann.email,
        DateCreated: app.clock.now.toISOString(),
        ExpiresOn: null,
        Name: null,
        AllowedDomains: [],
        MaxDownloads: null,
        AllowComment: false,
        NotifyOnOpen: 'never',
        Watermark: false,
        MaxUploadBytes: null,
        MaxUploadDocuments: null,
        AccessCodeRequired: false,
        HasPassword: false,
        AllowView: true,
        AllowDownload: true,
        AllowEdit: true,
      },
    ],
  );
  assert.match(body.Links.WebUri, new RegExp(`^http://web.test/document/${documentId}/share/[\\w-]{22}$`));
  assert.deepEqual((await ann.api('GET', `${document}s/${body.ShareId}`)).body, body);
  const logged = await app.sql`
    select activity_type as type, content_name as name, document_id as "documentId" from activity
    where deployment_id = ${w.deploymentId} and activity_type like '%Link%'`;
  assert.deepEqual(
    logged.map((entry) => ({ ...entry })),
    [{ type: 'DocumentLinkCreated', name: 'a.txt', documentId }],
  );
});

test('unused properties may be null, 0, false, empty or not applicable', async () => {
  const { ann, folder, document } = await worldWithItems(app);
  const ignored = { ExpiresOn: 'soon', ExpirationValue: -5, EmailRecipientsCc: ['nobody'], CustomEmailHeader: 'a\nb' };
  const zeros = Object.fromEntries(Object.keys(UNUSED).map((name) => [name, 0]));
  for (const body of [
    UNUSED,
    { ...UNUSED, AllowUpload: false, ShareType: '', AllowEdit: null },
    { ...UNUSED, ...ignored, CustomEmailText: 7 },
    { ...UNUSED, ...ignored, Recipients: ['x@recipients.test'], NotifyRecipients: false },
    { ...zeros, NotifyRecipients: null, AllowView: true },
    { ...UNUSED, ExpireStyle: 'days', ExpirationValue: 3, ExpiresOn: 'never' },
    { ...UNUSED, ExpireStyle: 'date', ExpirationValue: 'x', ExpiresOn: inFuture(1000) },
  ]) {
    for (const path of [folder, document]) {
      const { status, text } = await ann.api('POST', path, body);
      assert.equal(status, 200, `${text} ${JSON.stringify(body)}`);
    }
  }
});

test('a malformed share is refused', async () => {
  const { ann, folder } = await worldWithItems(app);
  for (const body of [[], 'x', 7, null, undefined]) {
    assert.equal((await ann.api('POST', folder, body)).status, 400, JSON.stringify(body));
  }
  for (const [name, value] of Object.entries({ AllowView: 'true', NotifyRecipients: 0, Recipients: 'x@y.test' })) {
    const { status, body } = await ann.api('POST', folder, { AllowDownload: true, [name]: value });
    assert.deepEqual([status, body.errors[0].instance], [400, name]);
  }
});

test('sharing requires Grant, and Write if visitors can write', async () => {
  const { bob, folderId, documentId, folder, document } = await worldWithItems(app);
  const statuses = async () => [
    (await bob.api('POST', folder, { AllowView: true, Password: 'long enough' })).status,
    (await bob.api('POST', folder, { AllowUpload: true })).status,
    (await bob.api('POST', document, { AllowView: true })).status,
    (await bob.api('POST', document, { AllowView: true, AllowEdit: true })).status,
  ];
  await grant(app, bob, { folderId }, { allow: ['Read', 'Write', 'Delete'] });
  assert.deepEqual(await statuses(), [403, 403, 403, 403]);
  await revokeAll(app, bob);
  await grant(app, bob, { folderId }, { allow: ['Write', 'Grant'] });
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  await grant(app, bob, { documentId }, { deny: ['Write'] });
  assert.deepEqual(await statuses(), [200, 200, 200, 403]);
  await revokeAll(app, bob);
  await grant(app, bob, { folderId }, { allow: ['Grant'], deny: ['Read'] });
  assert.deepEqual(await statuses(), [403, 403, 403, 403]);
});

test('refusals come in order: 401, 400, 404, 403', async () => {
  const { w, ann, folderId, documentId, folder, document } = await worldWithItems(app);
  for (const path of [folder, document]) {
    const post = async (person: { api: typeof ann.api }, body: unknown, at = path) =>
      (await person.api('POST', at, body)).status;
    assert.equal(await post(w.anonymous, {}), 401);
    assert.equal(await post(w.other, {}), 400);
    assert.equal(await post(w.other, { AllowView: true }), 404);
    assert.equal(await post(w.stranger, { AllowView: true }), 403);
    assert.equal(await post(ann, { AllowView: true }, path.replace(/\d+/, '999999999')), 404);
    assert.equal(await post(ann, { AllowView: true }, path.replace(/\d+/, 'x')), 404);
  }
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await ann.api('POST', document, { AllowView: true })).status, 404);
  await ann.api('DELETE', `/api/folders/${folderId}`);
  assert.equal((await ann.api('POST', folder, { AllowView: true })).status, 404);
});

test('two concurrent shares both succeed', async () => {
  const { ann, folder } = await worldWithItems(app);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ann.api('POST', folder, { AllowView: true, Recipients: ['x@recipients.test'] })),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ body }) => body.ReferenceString)).size, 8);
  assert.equal((await ann.api('GET', folder)).body.length, 8);
});

test('no link of a deleted user remains, even if created concurrently', async () => {
  const { ann, bob, folderId, folder } = await worldWithItems(app);
  await grant(app, bob, { folderId }, { allow: ['Grant'] });
  let answer: Promise<{ status: number }> | undefined;
  await app.sql.begin(async (tx) => {
    await tx`update users set deleted_at = ${app.clock.now}, email_key = ${crypto.randomUUID()} where user_id = ${bob.userId}`;
    answer = bob.api('POST', folder, { AllowView: true });
    await untilWaiting(app);
  });
  assert.equal((await answer)?.status, 401);
  assert.deepEqual((await ann.api('GET', folder)).body, []);
});

test('an item purged during sharing returns 404', async () => {
  for (const kind of ['folder', 'document'] as const) {
    const items = await worldWithItems(app);
    const id = kind === 'folder' ? await items.ann.folder(items.ann.libraryId, 'Empty') : items.documentId;
    const path = `/api/${kind}s/${id}/share`;
    let answer: Promise<{ status: number }> | undefined;
    await app.sql.begin(async (tx) => {
      await tx`delete from ${tx(`${kind}s`)} where ${tx(`${kind}_id`)} = ${id}`;
      answer = items.ann.api('POST', path, { AllowView: true });
      await untilWaiting(app);
    });
    assert.equal((await answer)?.status, 404);
  }
});
