import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { completeEnvironment } from './environment.ts';
import { showConfig } from './show-config.ts';

test('each variable can be in a file that NAME_FILE names, and all can be in the file that CARREL_CONFIG names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-config-'));
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const key = 'k'.repeat(32);
    const file = await write('key', `${key}\n`);
    assert.equal(readConfig({ SECRET_KEY: key }).secretKey, key);
    assert.equal(readConfig({ SECRET_KEY_FILE: file }).secretKey, key);
    assert.equal(readConfig({ SMTP_URL_FILE: await write('smtp', 'smtp://mail.test') }).smtpUrl, 'smtp://mail.test');
    assert.throws(() => readConfig({ SECRET_KEY: key, SECRET_KEY_FILE: file }), /either SECRET_KEY or SECRET_KEY_FILE/);
    const short = await write('short', 'short');
    assert.throws(() => readConfig({ SECRET_KEY_FILE: short }), /SECRET_KEY is shorter than 32/);
    const missing = join(folder, 'none');
    assert.throws(() => readConfig({ SECRET_KEY_FILE: missing }), /SECRET_KEY_FILE=\S+none cannot be used/);
    assert.throws(() => readConfig({ CARREL_CONFIG: missing }), /CARREL_CONFIG=\S+none cannot be used/);

    const all = await write(
      'carrel.env',
      `# Ours\nPORT=9000\nMAIL_FROM="Files <files@ours.test>"\nSECRET_KEY_FILE=${file}\n`,
    );
    const config = readConfig({ CARREL_CONFIG: all, PORT: '9001' });
    assert.deepEqual([config.port, config.mailFrom, config.secretKey], [9001, 'Files <files@ours.test>', key]);
    const own = async (text: string) => readConfig({ CARREL_CONFIG: await write('own.env', text) });
    for (const line of [
      'BASE_URL: https://ours.test',
      'garbage',
      key,
      `SECRET_KEY=${key}#tail`,
      'PORT="9000',
      'PORT 9000',
    ])
      await assert.rejects(
        own(`PORT=9000\nMAIL_FROM="a\nb"\n${line}\n`),
        /^ConfigError: (?!.*kkk)Line 4 of \S+own.env is not NAME=value/,
        line,
      );
    await assert.rejects(own('PORT=9000\nPORT=9001\n'), /own.env sets PORT twice/);
    const tail = `${key}#tail`;
    const good = `\uFEFFexport PORT = 9000 # ours\r\n\n  # BASE_URL: none\nMAIL_FROM=\nSECRET_KEY="${tail}"\n`;
    assert.deepEqual([(await own(good)).port, (await own(good)).secretKey], [9000, tail]);
    const misspelled = await write('misspelled.env', 'DATABSE_URL=postgres://db/carrel\n');
    assert.throws(() => readConfig({ CARREL_CONFIG: misspelled }), /misspelled.env sets DATABSE_URL, which is not/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the configuration is shown without secrets, with where each variable is set', () => {
  const secrets = {
    DATABASE_URL: 'postgres://ann:s3cret@one:5432,two:5432/carrel?sslpassword=s3cret&sslmode=verify-full',
    SMTP_URL: 'smtps://ann:s3cret@mail.test',
    SECRET_KEY: 's3cret'.repeat(6),
    METRICS_TOKEN: 's3cret',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 's3cret',
  };
  const shown = showConfig(readConfig(secrets), completeEnvironment(secrets));
  assert.ok(!JSON.stringify(shown).includes('s3cret'));
  const of = (name: string) => shown.find((variable) => variable.name === name);
  assert.equal(
    of('DATABASE_URL')?.value,
    'postgres://ann:***@one:5432,two:5432/carrel?sslpassword=***&sslmode=verify-full',
  );
  assert.deepEqual(of('METRICS_TOKEN'), { name: 'METRICS_TOKEN', value: '***', source: 'environment' });
  assert.deepEqual(of('PORT'), { name: 'PORT', value: '8080', source: null });
  assert.deepEqual(of('RATE_LIMIT'), { name: 'RATE_LIMIT', value: null, source: null });
});
