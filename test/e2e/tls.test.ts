/** TLS terminated by the service itself. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ConnectionOptions, connect } from 'node:tls';
import { selfSignedCertificate } from '../certificate.ts';
import { carrel, externalDatabase, startService, temporaryFolder } from './service.ts';

/** Protocol of a handshake, or why it failed. */
async function shakeHands(port: number, options: ConnectionOptions): Promise<string | null> {
  const socket = connect({ host: '127.0.0.1', port, ...options });
  try {
    await once(socket, 'secureConnect');
    return socket.getProtocol();
  } catch (error) {
    return (error as { code?: string }).code ?? null;
  } finally {
    socket.destroy();
  }
}

test('with a certificate the service supports TLS 1.2 and 1.3 only, and sets HSTS', async (t) => {
  const folder = await temporaryFolder(t);
  const [mine, others] = [selfSignedCertificate(), selfSignedCertificate()];
  const [TLS_CERT, TLS_KEY, otherKey] = ['cert.pem', 'key.pem', 'other.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([writeFile(TLS_CERT, mine.cert), writeFile(TLS_KEY, mine.key), writeFile(otherKey, others.key)]);
  const env = { ...(await externalDatabase(t)), DATA_DIR: join(folder, 'data') };
  const mixed = await carrel(['serve'], { ...env, TLS_CERT, TLS_KEY: otherKey });
  assert.match(mixed.stderr, /^carrel: TLS_CERT and TLS_KEY cannot be used together[^\n]*\n$/);
  assert.equal(mixed.code, 1);

  const service = await startService(t, {
    ...env,
    HOST: '0.0.0.0',
    TLS_CERT,
    TLS_KEY,
    BASE_URL: 'https://127.0.0.1:0',
  });
  assert.match(service.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  const { port, hostname } = new URL(service.url);
  const hands = (options: ConnectionOptions) => shakeHands(Number(port), { ca: mine.cert, ...options });
  assert.equal(await hands({ maxVersion: 'TLSv1.2' }), 'TLSv1.2');
  assert.equal(await hands({ minVersion: 'TLSv1.3' }), 'TLSv1.3');
  // Without forward secrecy, or with unauthenticated encryption.
  for (const ciphers of ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA']) {
    const weak: ConnectionOptions = { maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` };
    assert.match(String(await hands(weak)), /HANDSHAKE_FAILURE/, ciphers);
  }
  for (const version of ['TLSv1.1', 'TLSv1'] as const) {
    const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
    assert.equal(await hands(old), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', version);
  }

  const agent = new Agent({ keepAlive: true, ca: mine.cert });
  const headers = { authorization: `Bearer ${service.token}` };
  const sent = request({ host: hostname, port, path: '/api/users/me', agent, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const me = JSON.parse((await answer.toArray()).join('')) as { Links: { Self: string } };
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000');
  assert.ok(me.Links.Self.startsWith(`${service.url}/api/users/`), me.Links.Self);

  // Open connections, used and unused, do not delay shutdown.
  const unused = connect({ host: hostname, port: Number(port), ca: mine.cert });
  await once(unused, 'secureConnect');
  assert.equal(await service.stop(), 0);
  assert.equal(service.printed.stderr, '');
  agent.destroy();
});
