import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { ConfigError } from './variables.ts';

test('by default the service listens on this machine, with all its data in ./data', () => {
  assert.deepEqual(readConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    baseUrl: 'http://127.0.0.1:8080',
    webUrl: 'http://127.0.0.1:8080',
    dataDir: resolve('data'),
    databaseUrl: null,
    databaseListenUrl: null,
    secretKey: null,
    blobs: { kind: 'files', dir: resolve('data/blobs') },
    smtpUrl: null,
    mailFrom: 'Carrel <carrel@localhost>',
    clamd: null,
    tls: null,
    hstsSubDomains: false,
    trustProxy: false,
    upgradeBackup: true,
    runAs: null,
    workers: availableParallelism(),
    apiConnections: 6,
    jobsAtOnce: 4,
    drainSeconds: 0,
    stopSeconds: 7,
    rateLimit: null,
    maxDocumentBytes: 53_687_091_200,
    minFreeBytes: 1_073_741_824,
    corsOrigins: [],
    providerNetworks: [],
    metricsToken: null,
    accelPrefix: null,
    logLevel: 'info',
    logFormat: null,
    telemetry: null,
    rendererIsolation: 'none',
    programFolders: [],
    searchLanguage: 'simple',
    ocrLanguages: ['eng'],
  });
});

test('a blank variable counts as not set', () => {
  const names = ['HOST', 'PORT', 'BASE_URL', 'DATABASE_URL', 'TRUST_PROXY', 'RATE_LIMIT', 'CORS_ORIGINS', 'MAIL_FROM'];
  assert.deepEqual(readConfig(Object.fromEntries(names.map((name) => [name, ' ']))), readConfig({}));
});

const MALFORMED: [name: string, values: string[]][] = [
  ['PORT', ['-1', '65536', '80.5', '8080/tcp', '1e3', 'http']],
  ['WORKERS', ['0', '257', 'all', '-2']],
  ['API_CONNECTIONS', ['1', '101', 'many']],
  ['JOBS_AT_ONCE', ['0', '33']],
  ['SEARCH_LANGUAGE', ['English', 'de', 'klingon']],
  ['OCR_LANGUAGES', ['eng,deu', 'eng deu', '-l eng', '+']],
  ['PROVIDER_NETWORKS', ['10.0.0.0/33', 'login.example.com', '10.0.0.1/8/8']],
  ['DRAIN_SECONDS', ['-1', '3601', '5s']],
  ['STOP_SECONDS', ['0', '86401']],
  ['RATE_LIMIT', ['0', '-1', '2.5', '10/s', 'unlimited']],
  ['BASE_URL', ['carrel.example', '//carrel.example', 'ftp://carrel.example', 'http:carrel.example', 'https://']],
  [
    'WEB_URL',
    [
      'carrel.example',
      'javascript:alert(1)',
      'https://carrel.example/?a=b',
      'https://carrel.example/#top',
      'https://carrel.example/web',
    ],
  ],
  ['DATABASE_URL', ['mysql://db/carrel', 'postgres:carrel', 'db.example:5432', 'postgres://db:99999/carrel']],
  ['DATABASE_URL', ['postgres://db-1,db-2/carrel?target_session_attrs=standby']],
  ['DATABASE_LISTEN_URL', ['db.example:5432', 'postgres://db/carrel']],
  ['BLOB_URL', ['/var/blobs', 'http://store/bucket', 'file://elsewhere/blobs', 'file:blobs', 's3://bucket']],
  ['SMTP_URL', ['mail.example:25', 'http://mail.example']],
  ['MAIL_FROM', ['Carrel', 'carrel@', 'Carrel <carrel>', 'Carrel <a@b.example', 'a@b.example, c@d.example']],
  [
    'CLAMD_URL',
    ['localhost:3310', '/run/clamd.ctl', 'unix://run/clamd.ctl', 'http://av:3310', 'tcp://av:99999', 'tcp://'],
  ],
  ['TRUST_PROXY', ['yes', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.1,', '::/129', '10.0.0.0/x', '-1']],
  ['CORS_ORIGINS', ['*', 'app.example', 'https://app.example/page', 'https://a.example,', 'file:///x', 'null']],
  ['ACCEL_PREFIX', ['carrel-blobs/', '/carrel-blobs', '/', '//', '/a b/', '/a;b/', '/a?b/', 'http://x/', '/../x/']],
  ['UPGRADE_BACKUP', ['no', '1']],
  ['LOG_LEVEL', ['verbose', 'INFO', '3']],
  ['LOG_FORMAT', ['text', 'JSON']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['localhost:4318', 'grpc://collector:4317']],
  ['RENDERER_ISOLATION', ['docker', 'Bubblewrap']],
];

test('the malware scanner is reached by TCP or by a socket of this machine', () => {
  const clamd = (CLAMD_URL: string) => readConfig({ CLAMD_URL }).clamd;
  assert.deepEqual(clamd('tcp://av.example:3311'), { host: 'av.example', port: 3311 });
  assert.deepEqual(clamd('tcp://[::1]'), { host: '::1', port: 3310 });
  assert.deepEqual(clamd('unix:///run/clamav/clamd.ctl'), { path: '/run/clamav/clamd.ctl' });
});

const AWS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'geheim' };

test('a bucket has a prefix, an endpoint, a region, and the credentials of the environment', () => {
  const blobs = (BLOB_URL: string, env = {}) => readConfig({ BLOB_URL, ...AWS, ...env }).blobs;
  const credentials = { accessKeyId: 'id', secretAccessKey: 'geheim' };
  assert.deepEqual(blobs('s3://our-bucket/a/b.c/?endpoint=http://127.0.0.1:9000/'), {
    kind: 's3',
    bucket: 'our-bucket',
    prefix: 'a/b.c',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    credentials,
  });
  assert.deepEqual(blobs('s3://our-bucket?region=eu-central-1', { AWS_SESSION_TOKEN: 'short' }), {
    kind: 's3',
    bucket: 'our-bucket',
    prefix: '',
    endpoint: null,
    region: 'eu-central-1',
    credentials: { ...credentials, sessionToken: 'short' },
  });
});

test('an invalid bucket or missing credentials are refused with a one-line reason', () => {
  const refused: [url: string, why: RegExp, env?: object][] = [
    ['s3://our-bucket', /must name the region/],
    ['s3://our-bucket?region=Frankfurt am Main', /must name the region/],
    ['s3://?region=a', /does not name a valid S3 bucket/],
    ['s3://Bucket?region=a', /does not name a valid S3 bucket/],
    ['s3://our_bucket?region=a', /does not name a valid S3 bucket/],
    ['s3://key@bucket?region=a', /does not name a valid S3 bucket/],
    ['s3://bucket:9000?region=a', /does not name a valid S3 bucket/],
    ['s3://bucket/a//b?region=a', /prefix/],
    ['s3://bucket/a/%2e%2e%2fb?region=a', /prefix/],
    ['s3://bucket/a b?region=a', /prefix/],
    ['s3://bucket?regoin=a', /parameter regoin/],
    ['s3://bucket?endpoint=minio:9000', /endpoint/],
    ['s3://bucket?endpoint=ftp://minio', /endpoint/],
    ['s3://bucket?endpoint=http://minio/path', /endpoint/],
    ['s3://bucket?endpoint=http://a:b@minio', /endpoint/],
    ['s3://bucket?region=a', /needs AWS_ACCESS_KEY_ID/, { AWS_ACCESS_KEY_ID: '' }],
    ['s3://bucket?region=a', /needs AWS_ACCESS_KEY_ID/, { AWS_SECRET_ACCESS_KEY: ' ' }],
  ];
  for (const [BLOB_URL, why, env] of refused) {
    assert.throws(
      () => readConfig({ BLOB_URL, ...AWS, ...env }),
      (error) => error instanceof ConfigError && /^BLOB_URL [^\n]*\.$/.test(error.message) && why.test(error.message),
      BLOB_URL,
    );
  }
});

for (const [name, values] of MALFORMED) {
  test(`a malformed ${name} is refused with one line that names it (${values[0]})`, () => {
    for (const value of values) {
      const wanted = (error: Error) =>
        error instanceof ConfigError && error.message.includes(name) && !error.message.includes('\n');
      assert.throws(() => readConfig({ [name]: value }), wanted, value);
    }
  });
}

test('the message about a URL that may contain a password does not show it', () => {
  for (const name of ['DATABASE_URL', 'SMTP_URL']) {
    assert.throws(
      () => readConfig({ [name]: 'http://user:geheim@db.example' }),
      (error: Error) => !error.message.includes('geheim'),
    );
  }
});

test('ACCEL_PREFIX is the path of a location and requires TRUST_PROXY', () => {
  const prefix = (ACCEL_PREFIX: string) => readConfig({ ACCEL_PREFIX, TRUST_PROXY: '127.0.0.1' }).accelPrefix;
  assert.equal(prefix('/carrel-blobs/'), '/carrel-blobs/');
  assert.equal(prefix('/internal/carrel.1/'), '/internal/carrel.1/');
  assert.throws(() => readConfig({ ACCEL_PREFIX: '/carrel-blobs/' }), /ACCEL_PREFIX .* TRUST_PROXY/);
  assert.throws(
    () => readConfig({ ACCEL_PREFIX: '/carrel-blobs/', TRUST_PROXY: 'false' }),
    /ACCEL_PREFIX .* TRUST_PROXY/,
  );
});

test('serving beyond this machine requires TLS or a trusted proxy', () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'carrel.example', '127.carrel.example']) {
    assert.throws(() => readConfig({ HOST }), /^ConfigError: HOST=.* would serve without TLS/, HOST);
    assert.throws(() => readConfig({ HOST, TRUST_PROXY: '0' }), ConfigError, HOST);
    assert.equal(readConfig({ HOST, TRUST_PROXY: '1' }).host, HOST);
  }
  for (const HOST of ['localhost', '127.0.0.2', '::1']) assert.equal(readConfig({ HOST }).host, HOST);
});

test('an IPv6 host is accepted with and without brackets, and has them in links', () => {
  for (const HOST of ['::1', '[::1]']) {
    const { host, baseUrl } = readConfig({ HOST });
    assert.deepEqual([host, baseUrl], ['::1', 'http://[::1]:8080']);
  }
});

test('TRUST_PROXY accepts true, a number of hops, or addresses and networks', () => {
  const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
  assert.equal(trusted('true'), true);
  assert.equal(trusted('false'), false);
  assert.equal(trusted('2'), 2);
  assert.deepEqual(trusted('10.0.0.0/8, ::1, 192.0.2.7'), ['10.0.0.0/8', '::1', '192.0.2.7']);
});

test('base addresses lose their trailing slashes; WEB_URL defaults to BASE_URL without its path', () => {
  const { baseUrl, webUrl } = readConfig({ BASE_URL: 'https://carrel.example/docs//' });
  assert.deepEqual([baseUrl, webUrl], ['https://carrel.example/docs', 'https://carrel.example']);
  assert.equal(readConfig({ WEB_URL: 'https://web.example/' }).webUrl, 'https://web.example');
});

test('several origins, senders with a name, socket folders and content folders are accepted', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://app.example, http://localhost:3000/',
    MAIL_FROM: 'Our Library <library@example.org>',
    DATABASE_URL: 'postgresql://carrel@%2Frun%2Fpg/carrel?sslmode=disable',
    BLOB_URL: 'file:///srv/our%20blobs',
    METRICS_TOKEN: 's3cret',
    LOG_LEVEL: 'silent',
  });
  assert.deepEqual(config.corsOrigins, ['https://app.example', 'http://localhost:3000']);
  assert.equal(config.mailFrom, 'Our Library <library@example.org>');
  assert.equal(config.databaseUrl, 'postgresql://carrel@%2Frun%2Fpg/carrel?sslmode=disable');
  assert.deepEqual(config.blobs, { kind: 'files', dir: '/srv/our blobs' });
  assert.deepEqual([config.metricsToken, config.logLevel], ['s3cret', 'silent']);
});

test('TLS files must be PEM, match each other, and be set together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-config-'));
  try {
    const [text, pem] = [join(folder, 'text'), join(folder, 'pem')];
    await writeFile(text, 'no certificate');
    await writeFile(pem, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    assert.throws(() => readConfig({ TLS_CERT: text }), /TLS_CERT and TLS_KEY must be set together/);
    assert.throws(() => readConfig({ TLS_KEY: text }), /TLS_CERT and TLS_KEY must be set together/);
    assert.throws(() => readConfig({ TLS_CERT: join(folder, 'none'), TLS_KEY: pem }), /TLS_CERT=.*none cannot be used/);
    assert.throws(() => readConfig({ TLS_CERT: text, TLS_KEY: text }), /TLS_CERT=.* it is not a PEM file/);
    assert.throws(() => readConfig({ TLS_CERT: pem, TLS_KEY: pem }), /TLS_CERT and TLS_KEY cannot be used together/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
