import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { verifyPassword } from '../../platform/crypto/passwords.ts';
import { worldWithItems } from './share-creation.fixture.ts';

const app = await startApp({ webUrl: 'http://web.test' });
const DAY_MS = 24 * 3_600_000;

const inFuture = (ms: number) => new Date(app.clock.now.getTime() + ms).toISOString();

/** Bodies that are refused, with the parameter that the error names. */
async function assertRefused(
  person: { api: Awaited<ReturnType<typeof worldWithItems>>['ann']['api'] },
  path: string,
  refusals: [Record<string, unknown>, string, RegExp?][],
) {
  for (const [body, instance, title] of refusals) {
    const answer = await person.api('POST', path, { AllowView: true, ...body });
    const request = JSON.stringify(body).slice(0, 200);
    assert.equal(answer.status, 400, request);
    assert.equal(answer.body.type, '/validation_error');
    assert.equal(answer.body.errors[0].instance, instance, request);
    if (title !== undefined) assert.match(answer.body.title, title, request);
  }
  assert.deepEqual((await person.api('GET', path)).body, [], 'nothing was made');
}

test('rule 1: a share that allows nothing, or a document share that allows editing only, is refused', async () => {
  const { ann, folder, document } = await worldWithItems(app);
  const none = { AllowView: false, AllowDownload: false, AllowUpload: false };
  await assertRefused(ann, folder, [
    [none, 'AllowView, AllowDownload, AllowUpload', /^At least one of .* must be true\.$/],
    [{ AllowView: null }, 'AllowView, AllowDownload, AllowUpload'],
  ]);
  const { body } = await ann.api('POST', folder, {});
  assert.deepEqual(body.errors[0], {
    type: '/invalid_parameter',
    title: 'Invalid parameter',
    instance: 'AllowView, AllowDownload, AllowUpload',
    detail: 'At least one of AllowView, AllowDownload, AllowUpload must be true.',
  });
  await assertRefused(ann, document, [[{ ...none, AllowEdit: true, AllowUpload: true }, 'AllowView, AllowDownload']]);
  for (const flag of ['AllowView', 'AllowDownload', 'AllowUpload']) {
    assert.equal((await ann.api('POST', folder, { [flag]: true })).status, 200, flag);
  }
});

test('rule 2: a requested expiration must be specified', async () => {
  const { ann, folder, document } = await worldWithItems(app);
  for (const path of [folder, document]) {
    await assertRefused(ann, path, [
      [{ ExpireStyle: 'date' }, 'ExpiresOn', /not specified/],
      [{ ExpireStyle: 'date', ExpiresOn: '', ExpirationValue: 3 }, 'ExpiresOn', /not specified/],
      [{ ExpireStyle: 'days' }, 'ExpirationValue', /not specified/],
      [{ ExpireStyle: 'hours', ExpirationValue: 0 }, 'ExpirationValue', /not specified/],
      [{ ExpireStyle: 'minutes', ExpirationValue: null, ExpiresOn: inFuture(DAY_MS) }, 'ExpirationValue'],
    ]);
  }
});

test('an expiration without a style is refused, because the link would never expire', async () => {
  const { ann, folder, document } = await worldWithItems(app);
  for (const path of [folder, document]) {
    await assertRefused(ann, path, [
      [{ ExpirationValue: 3 }, 'ExpireStyle', /ExpirationValue needs ExpireStyle/],
      [{ ExpiresOn: inFuture(DAY_MS) }, 'ExpireStyle', /ExpiresOn needs ExpireStyle/],
      [{ ExpireStyle: null, ExpirationValue: 3 }, 'ExpireStyle'],
    ]);
    const unused = { ExpirationValue: 0, ExpiresOn: null };
    assert.equal((await ann.api('POST', path, { AllowView: true, ...unused })).status, 200);
  }
});

test('rule 3: an expiration must be in the future and in a supported year', async () => {
  const { ann, folder } = await worldWithItems(app);
  await assertRefused(ann, folder, [
    [{ ExpireStyle: 'date', ExpiresOn: inFuture(0) }, 'ExpiresOn', /in the future/],
    [{ ExpireStyle: 'date', ExpiresOn: '2001-01-01T00:00:00Z' }, 'ExpiresOn', /in the future/],
    [{ ExpireStyle: 'date', ExpiresOn: '2026-02-30T00:00:00Z' }, 'ExpiresOn'],
    [{ ExpireStyle: 'date', ExpiresOn: 'tomorrow' }, 'ExpiresOn'],
    [{ ExpireStyle: 'date', ExpiresOn: 17 }, 'ExpiresOn'],
    [{ ExpireStyle: 'days', ExpirationValue: -1 }, 'ExpirationValue'],
    [{ ExpireStyle: 'days', ExpirationValue: 1.5 }, 'ExpirationValue'],
    [{ ExpireStyle: 'days', ExpirationValue: '5' }, 'ExpirationValue'],
    [{ ExpireStyle: 'days', ExpirationValue: 1e300 }, 'ExpirationValue'],
    [{ ExpireStyle: 'minutes', ExpirationValue: Number.MAX_SAFE_INTEGER }, 'ExpirationValue', /too far/],
    [{ ExpireStyle: 'fortnights', ExpirationValue: 1 }, 'ExpireStyle', /days, hours, minutes, date, never/],
  ]);
});

test('a share expires after days, hours or minutes, at a time, or never', async () => {
  const { ann, folder } = await worldWithItems(app);
  const expected: [Record<string, unknown>, string | null][] = [
    [{}, null],
    [{ ExpireStyle: 'never', ExpirationValue: 3 }, null],
    [{ ExpireStyle: 'days', ExpirationValue: 3 }, inFuture(3 * DAY_MS)],
    [{ ExpireStyle: 'hours', ExpirationValue: 3 }, inFuture(3 * 3_600_000)],
    [{ ExpireStyle: 'minutes', ExpirationValue: 3 }, inFuture(180_000)],
    [{ ExpireStyle: 'date', ExpiresOn: '2027-01-31T12:00' }, '2027-01-31T12:00:00.000Z'],
    [{ ExpireStyle: 'date', ExpiresOn: '2027-01-31 12:00' }, '2027-01-31T12:00:00.000Z'],
    [{ ExpireStyle: 'date', ExpiresOn: '2027-01-31' }, '2027-01-31T23:59:59.999Z'],
    [{ ExpireStyle: 'date', ExpiresOn: inFuture(0).slice(0, 10) }, '2026-03-02T23:59:59.999Z'],
    [{ ExpireStyle: 'date', ExpiresOn: '2027-01-31T12:00:00+02:00' }, '2027-01-31T10:00:00.000Z'],
  ];
  for (const [body, expiresOn] of expected) {
    const answer = await ann.api('POST', folder, { AllowView: true, ...body });
    assert.deepEqual([answer.status, answer.body.ExpiresOn], [200, expiresOn], JSON.stringify(body));
  }
});

test('rule 4: an expiration beyond the maximum of the settings, or none, is refused', async () => {
  const { w, ann, folder, document } = await worldWithItems(app);
  await w.admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 7 });
  for (const path of [folder, document]) {
    await assertRefused(ann, path, [
      [{}, 'ExpireStyle', /within 7 days/],
      [{ ExpireStyle: 'never' }, 'ExpireStyle'],
      [{ ExpireStyle: 'days', ExpirationValue: 8 }, 'ExpirationValue'],
      [{ ExpireStyle: 'hours', ExpirationValue: 169 }, 'ExpirationValue'],
      [{ ExpireStyle: 'minutes', ExpirationValue: 10_081 }, 'ExpirationValue'],
      [{ ExpireStyle: 'date', ExpiresOn: inFuture(7 * DAY_MS + 1) }, 'ExpiresOn'],
    ]);
    for (const body of [
      { ExpireStyle: 'days', ExpirationValue: 7 },
      { ExpireStyle: 'date', ExpiresOn: inFuture(7 * DAY_MS) },
      // Seven days from today, to its end: the limit counts the date as given.
      { ExpireStyle: 'date', ExpiresOn: inFuture(7 * DAY_MS).slice(0, 10) },
    ]) {
      assert.equal((await ann.api('POST', path, { AllowView: true, ...body })).status, 200);
    }
  }
});

test('rule 5: a folder share is of type Content or Template', async () => {
  const { ann, folder } = await worldWithItems(app);
  await assertRefused(ann, folder, [
    [{ ShareType: 'Other' }, 'ShareType', /Content, Template/],
    [{ ShareType: 7 }, 'ShareType'],
  ]);
});

test('rule 6: an access code requires recipients, also under its old name', async () => {
  const { ann, folder, document } = await worldWithItems(app);
  for (const path of [folder, document]) {
    await assertRefused(ann, path, [
      [{ AccessCodeRequired: true }, 'Recipients'],
      [{ AccessCodeRequired: true, Recipients: [] }, 'Recipients'],
      [{ PinRequired: true, Recipients: null }, 'Recipients'],
    ]);
    for (const name of ['AccessCodeRequired', 'PinRequired']) {
      const { body } = await ann.api('POST', path, {
        AllowView: true,
        [name]: true,
        Recipients: ['x@recipients.test'],
      });
      assert.deepEqual([body.AccessCodeRequired, typeof body.Links.WebUri], [true, 'string']);
    }
  }
});

test('an invalid address is reported in one line', async () => {
  const { ann, folder } = await worldWithItems(app);
  await assertRefused(ann, folder, [
    [
      { Recipients: ['"a\r\nBcc: x@y.test"@b.test'] },
      'Recipients.0',
      /^This is not an email address: "a Bcc: [^\r\n]+$/,
    ],
    [{ Recipients: ['x'.repeat(5000)] }, 'Recipients.0', /^This is not an email address: x{100}$/],
  ]);
});

test('rule 7: a password and an access code are mutually exclusive', async () => {
  const { ann, folder } = await worldWithItems(app);
  const both = { Password: 'long enough', Recipients: ['x@recipients.test'] };
  await assertRefused(ann, folder, [
    [{ ...both, AccessCodeRequired: true }, 'Password'],
    [{ ...both, PinRequired: true }, 'Password'],
  ]);
});

test('rule 8: a password must satisfy the policy and not be easy to guess; only its hash is stored', async () => {
  const { w, ann, folder, document } = await worldWithItems(app);
  await w.admin.api('PATCH', '/api/settings', { PasswordPolicy: { MinLength: 10, RequireDigit: true } });
  await assertRefused(ann, document, [
    [{ Password: 'short' }, 'Password', /at least 10 characters and a digit/],
    [{ Password: 'x'.repeat(1025) }, 'Password'],
    [{ Password: 17 }, 'Password'],
    [{ Password: 'Password12' }, 'Password', /too easy to guess/],
  ]);
  const Password = 'Tell nobody 1';
  const { text, body } = await ann.api('POST', folder, { AllowView: true, Password });
  assert.equal(body.HasPassword, true);
  const [row] = await app.sql<{ hash: string }[]>`
    select password_hash as hash from shares where share_id = ${body.ShareId}`;
  assert.match(row?.hash ?? '', /^\$argon2id\$/);
  assert.ok(await verifyPassword(row?.hash ?? null, Password));
  assert.ok(!(text + JSON.stringify(app.logs)).includes(Password));
});

test('rule 11: a Template share requires viewing, uploading and both features', async () => {
  const { w, ann, folder } = await worldWithItems(app);
  const template = { ShareType: 'Template', AllowView: true, AllowUpload: true };
  await assertRefused(ann, folder, [
    [{ ...template, AllowUpload: false }, 'AllowUpload'],
    [{ ...template, AllowView: false }, 'AllowView'],
    [{ ...template, AllowView: false, AllowUpload: null, AllowDownload: true }, 'AllowView, AllowUpload'],
  ]);
  for (const feature of ['NewLinkExperience', 'DynamicBranding']) {
    await w.admin.api('PATCH', '/api/settings', { [feature]: false });
    await assertRefused(ann, folder, [[template, 'ShareType', /NewLinkExperience and DynamicBranding/]]);
    await w.admin.api('PATCH', '/api/settings', { [feature]: true });
  }
  assert.equal((await ann.api('POST', folder, template)).body.ShareType, 'Template');
});
