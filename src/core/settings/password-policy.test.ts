import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../platform/errors.ts';
import { generatePassword } from '../deployments/generate-password.ts';
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

const OWNER = { name: 'Zoë Lindqvist', email: 'z.lindqvist+work@example.test' };

async function refusal(
  policy: Settings['PasswordPolicy'],
  password: string,
  owner: typeof OWNER | null = null,
  Branding: Settings['Branding'] = DEFAULT_SETTINGS.Branding,
): Promise<Problem | null> {
  const settings = { ...DEFAULT_SETTINGS, PasswordPolicy: policy, Branding };
  try {
    await assertPasswordAllowed(settings, { password, parameter: 'NewPassword', owner });
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error;
  }
}

test('the default policy requires eight characters', async () => {
  assert.equal(await refusal(DEFAULT, 'tk3 mZpa'), null);
  assert.equal((await refusal(DEFAULT, 'tk3 mZp'))?.message, 'The password needs at least 8 characters.');
});

test('a refusal names the parameter and lists all violations', async () => {
  const problem = await refusal(STRICT, '');
  const detail =
    'The password needs at least 10 characters, an upper-case letter, a lower-case letter, a digit and a symbol.';
  assert.equal(problem?.status, 400);
  assert.deepEqual(problem?.errors, [
    { type: '/invalid_parameter', title: 'Invalid parameter', instance: 'NewPassword', detail },
  ]);
  assert.equal((await refusal(STRICT, 'abcdefghij-'))?.message, 'The password needs an upper-case letter and a digit.');
});

test('letters and digits of every script count', async () => {
  assert.equal(await refusal(STRICT, 'Ωμέγα-δέλτα-٣'), null);
  assert.equal(await refusal(STRICT, 'Long enough 1'), null);
});

test('length is counted in characters, not in code units or accents', async () => {
  assert.match((await refusal(DEFAULT, '😀'.repeat(7)))?.message ?? '', /at least 8/);
  assert.doesNotMatch((await refusal(DEFAULT, '😀'.repeat(8)))?.message ?? '', /at least 8/);
  assert.match((await refusal(DEFAULT, 'e\u0301'.repeat(4)))?.message ?? '', /at least 8/);
  assert.equal((await refusal({ ...DEFAULT, RequireSymbol: true }, 'äöüäöüäö'.normalize('NFD')))?.status, 400);
});

test('commonly guessed passwords are refused with the reason', async () => {
  for (const [password, advice] of [
    ['password', /many people use/],
    ['Password1', /many people use/],
    ['P@ssw0rd!', /many people use/],
    ['iloveyou', /many people use/],
    ['letmein1', /many people use/],
    ['carrel123', /many people use/],
    ['12345678', /many people use/],
    ['qwertz12', /rows of keys/],
    ['abcdefgh', /sequences/],
    ['Summer2026!', /many people use/],
    ['Spring-2026!!', /many people use/],
    ['passw0rd 1999', /many people use/],
    ['zzzzzzzzzzzz', /repeated/],
    ['x'.repeat(1024), /repeated/],
  ] as const) {
    const problem = await refusal(DEFAULT, password);
    assert.equal(problem?.status, 400, password);
    assert.match(problem.message, /^The password is too easy to guess\. /);
    assert.match(problem.message, advice, password);
    assert.equal(problem.errors[0]?.instance, 'NewPassword');
  }
});

test('passphrases, random passwords and generated ones are accepted', async () => {
  const generated = Array.from({ length: 50 }, generatePassword);
  for (const password of [
    'correct horse battery staple',
    'a password of my own',
    'tulip-river-42',
    'tulip river 2026!',
    '-=#/%+2026!!',
    'Kx9#mQ2v',
    'Übermut tut selten gut',
    'tulip river '.repeat(80),
    ...generated,
  ]) {
    assert.equal(await refusal(DEFAULT, password, OWNER), null, password);
  }
});

test("an account's password must not contain the person's name or address or the service's name", async () => {
  const Branding = { ...DEFAULT_SETTINGS.Branding, Name: 'Nordlicht' };
  for (const password of [
    'Lindqvist tulip river',
    'tulipLINDQVISTriver',
    'tulip zoë river 42',
    'tulip ZOE\u0308 river 42',
    'z.lindqvist+work@example.test',
    'work tulip river 42',
    'my carrel of tulips',
    'tulip nordlicht river',
  ]) {
    const problem = await refusal(DEFAULT, password, OWNER, Branding);
    assert.match(problem?.message ?? '', /must not contain the name or email address/, password);
  }
  // Short parts of names inside other words are nobody's name.
  assert.equal(await refusal(DEFAULT, 'planning a long river', { name: 'Ann Li', email: 'a@x.test' }), null);
  assert.match(
    (await refusal(DEFAULT, 'planning ann river', { name: 'Ann Li', email: 'a@x.test' }))?.message ?? '',
    /name/,
  );
  // A link has no owner.
  assert.equal(await refusal(DEFAULT, 'lindqvist tulip river'), null);
});
