import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startApp } from '../../../test/harness.ts';
import { transaction } from '../../platform/db/connection.ts';
import { changesBetween, mergeSettings } from './merge-settings.ts';
import { DEFAULT_SETTINGS } from './settings.schema.ts';
import { changeSettings, settingsPatchFrom } from './settings.steps.ts';

const app = await startApp();
const PATH = '/api/settings';

async function changesOf(deploymentId: number) {
  const rows = await app.sql<{ name: string; details: unknown }[]>`
    select content_name as name, details from activity
    where deployment_id = ${deploymentId} and activity_type = 'SettingChanged' order by activity_id`;
  return [...rows];
}

test('a new deployment has the default settings', async () => {
  const w = await app.world();
  const { status, body } = await w.admin.api('GET', PATH);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    EnablePurging: true,
    MaxLinkExpirationDays: null,
    MaxExternalShareDurationDays: null,
    MaxUploadBytes: 10 * 1024 ** 3,
    MaxUploadDocuments: 1000,
    MaxMailsPerUserPerDay: 500,
    PasswordPolicy: {
      MinLength: 8,
      RequireUppercase: false,
      RequireLowercase: false,
      RequireDigit: false,
      RequireSymbol: false,
    },
    FileTypeWhitelist: null,
    PasswordSignIn: true,
    SecondFactor: 'optional',
    SecondFactorGraceDays: 7,
    SessionIdleMinutes: 720,
    SessionMaxDays: 30,
    NewLinkExperience: true,
    DynamicBranding: true,
    SharingAsAService: false,
    Branding: { Name: null, Color: null },
  });
});

test('a patch changes the given keys, also within groups, and returns all settings', async () => {
  const w = await app.world();
  await w.admin.api('PATCH', PATH, { PasswordPolicy: { RequireDigit: true }, Branding: { Color: '#aa0000' } });
  const patch = { EnablePurging: false, PasswordPolicy: { MinLength: 12 }, FileTypeWhitelist: ['pdf', '.docx'] };
  const { status, body } = await w.admin.api('PATCH', PATH, patch);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    ...DEFAULT_SETTINGS,
    EnablePurging: false,
    PasswordPolicy: { ...DEFAULT_SETTINGS.PasswordPolicy, RequireDigit: true, MinLength: 12 },
    FileTypeWhitelist: ['pdf', '.docx'],
    Branding: { Name: null, Color: '#aa0000' },
  });
  assert.deepEqual((await w.admin.api('GET', PATH)).body, body);
});

test('null removes a limit', async () => {
  const w = await app.world();
  await w.admin.api('PATCH', PATH, { MaxLinkExpirationDays: 30, FileTypeWhitelist: ['pdf'], Branding: { Name: 'X' } });
  const patch = { MaxLinkExpirationDays: null, FileTypeWhitelist: null, Branding: { Name: null } };
  assert.deepEqual((await w.admin.api('PATCH', PATH, patch)).body, DEFAULT_SETTINGS);
});

test('unknown keys and wrong values return 400 by name, and nothing is changed', async () => {
  const w = await app.world();
  const refusals: [unknown, string[]][] = [
    [{ EnablePurgin: true }, ['EnablePurgin']],
    [{ PasswordPolicy: { MinLenght: 1 } }, ['PasswordPolicy.MinLenght']],
    [{ EnablePurging: null, SharingAsAService: 'true' }, ['EnablePurging', 'SharingAsAService']],
    [{ EnablePurging: false, MaxLinkExpirationDays: 0 }, ['MaxLinkExpirationDays']],
    [{ MaxLinkExpirationDays: 1.5 }, ['MaxLinkExpirationDays']],
    [{ MaxLinkExpirationDays: '5' }, ['MaxLinkExpirationDays']],
    [{ PasswordPolicy: null }, ['PasswordPolicy']],
    [{ PasswordPolicy: { MinLength: 129 } }, ['PasswordPolicy.MinLength']],
    [{ FileTypeWhitelist: ['a/b'] }, ['FileTypeWhitelist.0', 'FileTypeWhitelist']],
    [{ FileTypeWhitelist: [] }, ['FileTypeWhitelist']],
    [{ Branding: { Color: 'red', Name: '' } }, ['Branding.Color', 'Branding', 'Branding.Name']],
    [[], ['body']],
  ];
  for (const [patch, instances] of refusals) {
    const { status, body } = await w.admin.api('PATCH', PATH, patch);
    const named = body.errors.map((entry: { instance: string }) => entry.instance);
    assert.equal(status, 400, JSON.stringify(patch));
    assert.ok(named.length > 0 && named.every((name: string) => instances.includes(name)), `${named}`);
    assert.ok(body.title.includes(named[0]), body.title);
  }
  assert.deepEqual((await w.admin.api('GET', PATH)).body, DEFAULT_SETTINGS);
  assert.deepEqual(await changesOf(w.deploymentId), []);
});

test('each changed setting is logged with its previous value; setting the same value is no change', async () => {
  const w = await app.world();
  await w.admin.api('PATCH', PATH, {
    EnablePurging: true,
    MaxLinkExpirationDays: 30,
    PasswordPolicy: { MinLength: 9 },
  });
  await w.admin.api('PATCH', PATH, { MaxLinkExpirationDays: 30, FileTypeWhitelist: ['pdf', 'txt'] });
  assert.deepEqual(await changesOf(w.deploymentId), [
    { name: 'MaxLinkExpirationDays', details: { from: null, to: 30 } },
    { name: 'PasswordPolicy.MinLength', details: { from: 8, to: 9 } },
    { name: 'FileTypeWhitelist', details: { from: null, to: 'pdf txt' } },
  ]);
});

test('concurrent changes are all applied', async () => {
  const w = await app.world();
  const patches = [
    { EnablePurging: false },
    { MaxLinkExpirationDays: 7 },
    { PasswordPolicy: { MinLength: 20 } },
    { PasswordPolicy: { RequireDigit: true } },
    { Branding: { Name: 'Smith' } },
    { Branding: { Color: '#000000' } },
  ];
  await Promise.all(patches.map((patch) => w.admin.api('PATCH', PATH, patch)));
  assert.deepEqual((await w.admin.api('GET', PATH)).body, {
    ...DEFAULT_SETTINGS,
    EnablePurging: false,
    MaxLinkExpirationDays: 7,
    PasswordPolicy: { ...DEFAULT_SETTINGS.PasswordPolicy, MinLength: 20, RequireDigit: true },
    Branding: { Name: 'Smith', Color: '#000000' },
  });
});

test('settings are for site admins of the deployment', async () => {
  const w = await app.world();
  await w.admin.api('PATCH', PATH, { EnablePurging: false });
  assert.equal((await w.other.api('GET', PATH)).body.EnablePurging, true);
  for (const [who, status] of [
    [w.ann, 403],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await who.api('GET', PATH)).status, status);
    assert.equal((await who.api('PATCH', PATH, { EnablePurging: true })).status, status);
  }
  assert.equal((await w.admin.api('GET', PATH)).body.EnablePurging, false);
});

test('the command line changes settings by the same rules', async () => {
  const w = await app.world();
  assert.throws(() => settingsPatchFrom({ EnablePurgin: true }), /EnablePurgin is not known here/);
  const patch = settingsPatchFrom({ PasswordPolicy: { MinLength: 10 } });
  const { settings, changes } = await transaction(app.sql, (tx) => changeSettings(tx, w.deploymentId, patch));
  assert.equal(settings.PasswordPolicy.MinLength, 10);
  assert.deepEqual(changes, [{ key: 'PasswordPolicy.MinLength', from: 8, to: 10 }]);
});

test('the last value wins, whether changes are merged one by one or at once', () => {
  const patch = fc.record(
    {
      EnablePurging: fc.boolean(),
      MaxLinkExpirationDays: fc.option(fc.integer({ min: 1, max: 99 })),
      PasswordPolicy: fc.record(
        { MinLength: fc.integer({ min: 1, max: 9 }), RequireDigit: fc.boolean() },
        { requiredKeys: [] },
      ),
      FileTypeWhitelist: fc.option(fc.array(fc.constantFrom('pdf', 'txt'), { minLength: 1, maxLength: 2 })),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(patch, patch, (first, second) => {
      const stepwise = mergeSettings(mergeSettings(DEFAULT_SETTINGS, first), second);
      assert.deepEqual(stepwise, mergeSettings(DEFAULT_SETTINGS, mergeSettings(first, second)));
      assert.deepEqual(changesBetween(stepwise, mergeSettings(stepwise, second)), []);
    }),
  );
});
