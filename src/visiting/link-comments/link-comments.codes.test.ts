/** Comments of recipients who have proved their address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCodes } from '../access-codes/codes.fixture.ts';
import { visitor } from '../visits/visitor.fixture.ts';

const { app, sharedByCode, codeFor } = await startCodes();

test('a recipient with a code comments as the address, which other visitors see masked, and deletes it anywhere', async () => {
  const { ann, documentId, reference, x, xs, y, ys } = await sharedByCode({ AllowComment: true });
  const at = `/documents/${documentId}/comments`;
  const unlocked = async (address: string, { path, key }: typeof xs) => {
    const person = visitor(app, reference);
    await person.open(path);
    const Code = await codeFor(address);
    assert.equal((await person.ask('POST', '/unlock', { Recipient: key, Code })).status, 200);
    return person;
  };
  assert.equal((await visitor(app, reference).ask('GET', at)).status, 401);
  const xavier = await unlocked(x, xs);
  // The name that was typed does not count.
  const made = await xavier.ask('POST', at, { Text: 'Looks good.', Name: 'Ann' });
  assert.deepEqual([made.status, made.body.AuthorName, made.body.IsVerified], [201, x, true]);
  const yvonne = await unlocked(y, ys);
  const [seen] = (await yvonne.ask('GET', at)).body;
  assert.deepEqual([seen.AuthorName, seen.IsVerified, seen.CanDelete], ['x…@recipients.test', true, false]);
  const [inside] = (await ann.api('GET', `/api${at}`)).body;
  assert.deepEqual([inside.AuthorName, inside.Author], [x, null]);
  // Another browser of the same recipient.
  app.clock.advance(86_400_000);
  const later = await unlocked(x, xs);
  assert.equal((await later.ask('DELETE', `${at}/${made.body.CommentId}`)).status, 204);
  assert.deepEqual((await yvonne.ask('GET', at)).status, 401);
});

test('nobody else can use the key of a recipient after the link stopped requiring codes', async () => {
  const { ann, folderId, shareId, documentId, reference, x, xs } = await sharedByCode({ AllowComment: true });
  const at = `/documents/${documentId}/comments`;
  const xavier = visitor(app, reference);
  await xavier.open(xs.path);
  await xavier.ask('POST', '/unlock', { Recipient: xs.key, Code: await codeFor(x) });
  const { CommentId } = (await xavier.ask('POST', at, { Text: 'Mine.' })).body;
  const share = `/api/folders/${folderId}/shares/${shareId}`;
  assert.equal((await ann.api('PATCH', share, { AccessCodeRequired: false })).status, 200);
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }[]>`
    select recipient_id as id from share_recipients where share_id = ${shareId} and email = ${x}`;
  const stranger = visitor(app, reference);
  stranger.cookies.set('carrel_visitor', encodeURIComponent(`recipient ${id}`));
  const [seen] = (await stranger.ask('GET', at)).body;
  assert.deepEqual([seen.AuthorName, seen.CanDelete], ['x…@recipients.test', false]);
  assert.equal((await stranger.ask('DELETE', `${at}/${CommentId}`)).status, 403);
});
