/** Filters and pages of the lists of shares. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

test('ids that are none are refused by name, and recipients are listed in pages', async () => {
  const { ann } = await app.world();
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'a.txt');
  const document = `/api/documents/${documentId}/shares`;
  for (const id of ['0', '-1', 'x', '9007199254740992', '1000000000000000000000']) {
    for (const parameter of ['folderId', 'documentId']) {
      const refused = await ann.api('GET', `/api/users/me/shares?${parameter}=${id}`);
      assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, parameter], id);
    }
  }
  const Recipients = ['x@recipients.test', 'y@recipients.test', 'z@recipients.test'];
  const terms = { AllowView: true, AccessCodeRequired: true, Recipients, NotifyRecipients: false };
  const { ShareId } = (await ann.api('POST', document, terms)).body;
  const list = `${document}/${ShareId}/recipients`;
  const first = await ann.api('GET', `${list}?top=2`);
  const next = /<http:\/\/[^/]+([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const last = await ann.api('GET', next);
  assert.deepEqual([...first.body, ...last.body], (await ann.api('GET', list)).body);
  assert.deepEqual([first.body.length, last.body.length, last.headers.get('link')], [2, 1, null]);
  assert.equal((await ann.api('GET', `${list}?top=0`)).status, 400);
  const mine = await ann.api('GET', `/api/users/me/shares?documentId=${documentId}`);
  assert.equal(mine.body.length, 1);
});
