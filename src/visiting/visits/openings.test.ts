import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp();
const PASSWORD = 'open sesame now';

async function sharedFolder(more: Record<string, string | boolean> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const shareId = await makeShare(app, ann, { folderId }, more);
  const reference = await referenceOfShare(app, shareId);
  const openings = async () => {
    const [{ OpenCount, LastOpened, Recipients }] = (await ann.api('GET', '/api/users/me/shares')).body;
    return { OpenCount, LastOpened, of: Recipients.map((one: { OpenCount: number }) => one.OpenCount) };
  };
  return { w, ann, folderId, shareId, reference, openings };
}

test("each opening counts for its link's owner; further ones within five minutes do not", async () => {
  const { ann, shareId, reference, openings } = await sharedFolder();
  const x = await addRecipient(app, { ...ann, shareId }, 'x@recipients.test');
  await addRecipient(app, { ...ann, shareId }, 'y@recipients.test');
  const somebody = visitor(app, reference);
  await somebody.ask('GET', `?recipient=${x.key}`);
  app.clock.advance(60_000);
  await somebody.ask('GET', `?recipient=${x.key}`);
  const first = new Date(app.clock.now.getTime() - 60_000).toISOString();
  assert.deepEqual(await openings(), { OpenCount: 1, LastOpened: first, of: [1, 0] });
  await somebody.ask('GET', '');
  await somebody.ask('GET', '?recipient=nobody');
  assert.deepEqual(await openings(), { OpenCount: 2, LastOpened: app.clock.now.toISOString(), of: [1, 0] });
  app.clock.advance(300_000);
  await somebody.ask('GET', `?recipient=${x.key}`);
  assert.deepEqual(await openings(), { OpenCount: 3, LastOpened: app.clock.now.toISOString(), of: [2, 0] });
});

test('a link that was opened a moment ago is answered with three statements', async () => {
  const { reference, openings } = await sharedFolder();
  const somebody = visitor(app, reference);
  const open = () => somebody.ask('GET', '');
  assert.equal((await statementsOf(app, open)).length, 4);
  assert.equal((await statementsOf(app, open)).length, 3);
  assert.equal((await openings()).OpenCount, 1);
  app.clock.advance(300_000);
  assert.equal((await statementsOf(app, open)).length, 4);
  assert.equal((await openings()).OpenCount, 2);
});

test('of concurrent openings one counts', async () => {
  const { ann, shareId, reference, openings } = await sharedFolder();
  const x = await addRecipient(app, { ...ann, shareId }, 'x@recipients.test');
  const somebody = visitor(app, reference);
  await Promise.all(Array.from({ length: 8 }, () => somebody.ask('GET', `?recipient=${x.key}`)));
  await Promise.all(Array.from({ length: 8 }, () => somebody.ask('GET', '')));
  assert.equal((await openings()).OpenCount, 2);
});

test('a locked link counts as opened when it is unlocked, not when its page is fetched', async () => {
  const { ann, folderId, openings } = await sharedFolder();
  const body = { AllowView: true, Password: PASSWORD };
  const { ReferenceString } = (await ann.api('POST', `/api/folders/${folderId}/share`, body)).body;
  const somebody = visitor(app, ReferenceString);
  await somebody.open(`/folder/${folderId}/share/${ReferenceString}`);
  await somebody.ask('GET', '');
  await somebody.ask('POST', '/unlock', { Password: 'wrong' });
  assert.equal((await openings()).OpenCount, 0);
  await somebody.ask('POST', '/unlock', { Password: PASSWORD });
  await somebody.ask('GET', '');
  assert.equal((await openings()).OpenCount, 1);
});

test('a Pending link is not opened', async () => {
  const { reference, openings } = await sharedFolder({ status: 'Pending' });
  await visitor(app, reference).ask('GET', '');
  assert.equal((await openings()).OpenCount, 0);
});
