import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { referenceOfShare, visitor } from '../../visiting/visits/visitor.fixture.ts';

const app = await startApp();

async function shared() {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'a.txt');
  const shareId = await makeShare(app, ann, { folderId }, { allow_download: true });
  const x = await addRecipient(app, { ...ann, shareId }, 'x@recipients.test');
  await addRecipient(app, { ...ann, shareId }, 'y@recipients.test');
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const path = `/api/folders/${folderId}/shares/${shareId}/visitors`;
  return { w, ann, folderId, documentId, shareId, x, somebody, path };
}

test('the creator sees how often each recipient opened and downloaded, in pages', async () => {
  const { ann, documentId, shareId, x, somebody, path } = await shared();
  await somebody.ask('GET', `?recipient=${x.key}`);
  const content = `/documents/${documentId}/content?download=true`;
  for (const more of [`&recipient=${x.key}`, '', '']) await somebody.ask('GET', `${content}${more}`);
  const now = app.clock.now.toISOString();
  const none = { OpenCount: 0, LastOpened: null, DownloadCount: 0, LastDownloaded: null };
  const visitors = [
    { Recipient: null, HasJoined: false, ...none, DownloadCount: 2, LastDownloaded: now },
    {
      Recipient: 'x@recipients.test',
      HasJoined: false,
      OpenCount: 1,
      LastOpened: now,
      DownloadCount: 1,
      LastDownloaded: now,
    },
    { Recipient: 'y@recipients.test', HasJoined: false, ...none },
  ];
  assert.deepEqual((await ann.api('GET', path)).body, visitors);
  const first = await ann.api('GET', `${path}?top=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await ann.api('GET', next.replace(/^https?:\/\/[^/]+/, ''));
  assert.deepEqual([...first.body, ...rest.body], visitors);
  assert.equal(rest.headers.get('link'), null);
  const own = (await ann.api('GET', `/api/users/me/shares/${shareId}`)).body;
  assert.deepEqual([own.OpenCount, own.DownloadCount, own.LastDownloaded], [1, 3, now]);
  assert.deepEqual(own, (await ann.api('GET', '/api/users/me/shares')).body[0]);
});

test('only the creator sees the visitors and the own form of a share', async () => {
  const { w, ann, folderId, shareId, path } = await shared();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write', 'Grant'] });
  const own = `/api/users/me/shares/${shareId}`;
  assert.deepEqual([(await w.bob.api('GET', path)).status, (await w.bob.api('GET', own)).status], [403, 404]);
  assert.equal((await w.other.api('GET', path)).status, 404);
  await ann.api('DELETE', own);
  assert.deepEqual([(await ann.api('GET', path)).status, (await ann.api('GET', own)).status], [404, 404]);
});
