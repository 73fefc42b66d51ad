import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PreviewKind, previewKindOf, previewTypeOf } from './previews.ts';

const KINDS: [PreviewKind | null, string][] = [
  ['image', 'apng avif bmp gif ico jfif jpeg jpg png webp'],
  ['video', 'm4v mov mp4 ogv webm'],
  ['audio', 'aac flac m4a mp3 oga ogg opus wav weba'],
  ['text', 'csv htm html js json md mjs svg svgz ts txt xht xhtml xml xsl'],
  ['pdf', 'pdf'],
  [null, 'avi bin cgm djvu docx dwg exe flv heic mht mkv psd swf tif tiff wmf wmv xlsx zip'],
];

test('who may only look gets the bytes of what browsers show, and of nothing else', () => {
  for (const [kind, extensions] of KINDS) {
    for (const extension of extensions.split(' ')) assert.equal(previewKindOf(`a.${extension}`), kind, extension);
  }
});

test('what could run is sent as plain text', () => {
  for (const name of ['a.html', 'a.svg', 'a.svgz', 'a.xhtml', 'a.xml', 'a.js', 'a.ts']) {
    assert.equal(previewTypeOf(name, previewKindOf(name) ?? 'image'), 'text/plain', name);
  }
});
