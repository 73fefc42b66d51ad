import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startApp } from '../../../test/harness.ts';
const app = await startApp();
const { ann } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Content');
test('x', async () => {
  const documentId = await ann.document(folderId, 'broken-off.bin', Buffer.alloc(4_000_000, 'x'));
  const mode = process.env['MODE'];
  for (let i = 0; i < 20; i++) {
    const broken = new AbortController();
    const url = `${app.url}/api/documents/${documentId}/content`;
    const answer = fetch(url, { headers: { authorization: `Bearer ${ann.token}` }, signal: broken.signal });
    if (mode === 'mid') await answer; else await setTimeout(i / 4);
    broken.abort();
    await answer.catch(() => {});
  }
  await setTimeout(500);
  const handles = (process as any)._getActiveHandles().filter((h: any) => h.constructor.name === 'Socket' && h.server);
  console.log(mode, handles.length, handles.map((h: any) => [h.destroyed, h.readyState, h.writableLength, h.bytesWritten, h._httpMessage?.req?.url, h.parser?.incoming?.complete]));
  console.log('T0', Date.now());
});
