import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../platform/errors.ts';
import { assertPasswordAllowed } from './password-policy.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.schema.ts';

const DEFAULT = DEFAULT_SETTINGS.PasswordPolicy;
const STRICT: Settings['PasswordPolicy'] = {
  MinLength: 10,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireDigit: true,
  RequireSymbol: true,
};

function refusal(policy: Settings['PasswordPolicy'], password: string): Problem | null {
  try {
    assertPasswordAllowed(policy, password, 'NewPassword');
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error;
  }
}

test('without a policy of its own a deployment wants eight characters', () => {
  assert.equal(refusal(DEFAULT, 'abcdefgh'), null);
  assert.equal(refusal(DEFAULT, 'abcdefg')?.message, 'The password needs at least 8 characters.');
});

test('a refusal names the parameter and all that is missing at once', () => {
  const problem = refusal(STRICT, '');
  const detail =
    'The password needs at least 10 characters, an upper-case letter, a lower-case letter, a digit and a symbol.';
  assert.equal(problem?.status, 400);
  assert.deepEqual(problem?.errors, [
    { type: '/invalid_parameter', title: 'Invalid parameter', instance: 'NewPassword', detail },
  ]);
  assert.equal(refusal(STRICT, 'abcdefghij-')?.message, 'The password needs an upper-case letter and a digit.');
});

test('letters and digits of every script count', () => {
  assert.equal(refusal(STRICT, 'Ωμέγα-δέλτα-٣'), null);
  assert.equal(refusal(STRICT, 'Long enough 1'), null);
});

test('length is counted in characters, not in code units or accents', () => {
  assert.equal(refusal(DEFAULT, '😀'.repeat(7))?.status, 400);
  assert.equal(refusal(DEFAULT, '😀'.repeat(8)), null);
  assert.equal(refusal(DEFAULT, 'e\u0301'.repeat(4))?.status, 400);
  assert.equal(refusal({ ...DEFAULT, RequireSymbol: true }, 'äöüäöüäö'.normalize('NFD'))?.status, 400);
});
