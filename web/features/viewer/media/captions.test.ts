import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionsOf } from './captions.ts';

test('captions have the name of the film, with or without a language', () => {
  const names = [
    'Talk.vtt',
    'talk.en-v2.vtt',
    'talk.EN.vtt',
    'talk.pt-BR.vtt',
    'talks.vtt',
    'talk.mp4',
    'talk.txt',
    'talk.english.vtt',
  ];
  const found = captionsOf(
    'Talk.mp4',
    names.map((name) => ({ name, contentUrl: name })),
  );
  assert.deepEqual(found, [
    { contentUrl: 'Talk.vtt', language: null },
    { contentUrl: 'talk.en-v2.vtt', language: null },
    { contentUrl: 'talk.EN.vtt', language: 'en' },
    { contentUrl: 'talk.pt-BR.vtt', language: 'pt-br' },
  ]);
});
