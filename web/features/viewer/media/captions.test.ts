import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionsOf, shownAtFirst } from './captions.ts';

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

test('the captions in the first language of the reader are on, or those without a language, or none', () => {
  const captions = ['de', null, 'pt-br'].map((language) => ({ contentUrl: `${language}`, language }));
  assert.equal(shownAtFirst(captions, ['en-GB', 'pt-PT', 'de']), 2);
  assert.equal(shownAtFirst(captions, ['en-GB', 'en']), 1);
  assert.equal(shownAtFirst([{ contentUrl: 'de', language: 'de' }], ['en']), -1);
  assert.equal(shownAtFirst([], ['en']), -1);
});
