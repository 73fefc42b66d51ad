import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { type PreviewKind, previewKindOf, previewTypeOf } from './previews.ts';

const app = await startApp();

const KINDS: [PreviewKind | null, string][] = [
  ['image', 'apng avif bmp gif ico jfif jpeg jpg png webp'],
  ['video', 'm4v mov mp4 ogv webm'],
  ['audio', 'aac flac m4a mp3 oga ogg opus wav weba'],
  ['text', 'htm html js json mjs svg svgz ts txt vtt xht xhtml xml xsl'],
  ['markdown', 'markdown md'],
  ['table', 'csv tsv'],
  ['mail', 'eml'],
  ['archive', 'zip'],
  ['pdf', 'pdf'],
  [null, 'avi bin cgm djvu docx dwg exe flv heic mht mkv psd swf tif tiff wmf wmv xlsx'],
];

async function documentNamed(name: string, content = 'content') {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const documentId = await w.ann.document(folderId, name, content);
  return { w, documentId, path: `/api/documents/${documentId}/preview` };
}

test('only types that browsers display have a preview', () => {
  for (const [kind, extensions] of KINDS) {
    for (const extension of extensions.split(' ')) assert.equal(previewKindOf(`a.${extension}`), kind, extension);
  }
});

test('active content is sent as plain text', () => {
  for (const name of ['a.html', 'a.svg', 'a.svgz', 'a.xhtml', 'a.xml', 'a.js', 'a.ts']) {
    assert.equal(previewTypeOf(name, previewKindOf(name) ?? 'image'), 'text/plain', name);
  }
});

test('a preview is inline and sandboxed, with the validators and ranges of the content', async () => {
  const { w, path } = await documentNamed('a.svg', '<svg/>');
  const { status, headers, text } = await w.ann.api('GET', path);
  assert.deepEqual([status, text], [200, '<svg/>']);
  assert.equal(headers.get('content-type'), 'text/plain');
  assert.match(headers.get('content-disposition') ?? '', /^inline; /);
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  const etag = headers.get('etag') ?? '';
  assert.equal((await w.ann.api('GET', path, undefined, { 'if-none-match': etag })).status, 304);
  const part = await w.ann.api('GET', path, undefined, { range: 'bytes=1-3' });
  assert.deepEqual([part.status, part.text], [206, 'svg']);
  const head = await w.ann.api('HEAD', path);
  assert.deepEqual([head.status, head.headers.get('content-length'), head.text], [200, '6', '']);
});

test('a type that browsers cannot display returns 403 with an alternative', async () => {
  const { w, path } = await documentNamed('a.docx');
  const { status, body } = await w.ann.api('GET', path);
  assert.deepEqual([status, body.title], [403, 'This document cannot be previewed, only downloaded.']);
  assert.equal((await w.ann.api('HEAD', path)).status, 403);
});

test('a preview requires Read and is logged as a view, once from the first byte', async () => {
  const { w, documentId, path } = await documentNamed('a.txt');
  assert.equal((await w.bob.api('GET', path)).status, 403);
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  assert.equal((await w.bob.api('GET', path)).status, 200);
  await w.bob.api('HEAD', path);
  await w.bob.api('GET', path, undefined, { range: 'bytes=2-' });
  const rows = await app.sql`
    select activity_type as type, user_id as "userId" from activity
    where deployment_id = ${w.deploymentId} and document_id = ${documentId} and activity_type like 'DocumentV%'`;
  assert.deepEqual([...rows], [{ type: 'DocumentViewed', userId: w.bob.userId }]);
});

test('an archive is listed, but its bytes have no preview', async () => {
  const { w, documentId, path } = await documentNamed('a.zip');
  assert.equal((await w.ann.api('GET', `/api/documents/${documentId}/place`)).body.CanPreview, 'archive');
  assert.equal((await w.ann.api('GET', path)).status, 403);
});
