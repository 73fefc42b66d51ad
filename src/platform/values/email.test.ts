import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emailKey, parseEmail } from './email.ts';

test('common addresses are accepted, trimmed and normalized', () => {
  for (const [text, address] of [
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Lee+tag@Sub.Example.co.uk ', 'Ann.Lee+tag@Sub.Example.co.uk'],
    ["o'brien_1@x-y.test", "o'brien_1@x-y.test"],
    ['root@localhost', 'root@localhost'],
    ['u\u0308ber@exa\u0308mple.de', 'über@exämple.de'],
    [`${'a'.repeat(64)}@x.test`, `${'a'.repeat(64)}@x.test`],
  ] as const) {
    assert.equal(parseEmail(text), address);
  }
});

test('non-addresses, several addresses and header injections are refused', () => {
  for (const text of [
    '',
    ' ',
    'ann',
    '@x.test',
    'ann@',
    'a@b@c.test',
    'ann lee@x.test',
    'ann@x .test',
    'Ann <ann@x.test>',
    'ann@x.test,bob@x.test',
    'ann@x.test;bob@x.test',
    'ann@x.test\r\nBcc: bob@x.test',
    'ann\u0000@x.test',
    '"ann"@x.test',
    'ann@[127.0.0.1]',
    'ann@-x.test',
    'ann@x.test-',
    'ann@x..test',
    'ann..lee@x.test',
    '\ud800@x.test',
    'ann@.test',
    `${'a'.repeat(65)}@x.test`,
    `a@${'x'.repeat(253)}.test`,
  ]) {
    assert.equal(parseEmail(text), null, JSON.stringify(text));
  }
});

test('an accepted address is accepted again unchanged, without spaces, brackets or control characters', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), fc.stringMatching(/^[\w .@<>;,-]{0,40}$/));
  fc.assert(
    fc.property(text, (candidate) => {
      const address = parseEmail(candidate);
      if (address === null) return;
      assert.equal(parseEmail(address), address);
      assert.doesNotMatch(address, /[\s<>()[\],;:"\\\p{Cc}]/u);
    }),
  );
});

test('addresses are compared without case', () => {
  assert.equal(emailKey('Ann@Example.COM'), emailKey('ann@example.com'));
  assert.notEqual(emailKey('ann@example.com'), emailKey('anne@example.com'));
});
