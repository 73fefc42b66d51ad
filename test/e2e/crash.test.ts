/** Kills parts of the service, and all of it: acknowledged data stays, and killed processes restart. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { finalize, offsetOf, portion, stage } from '../../src/library/staged-uploads/staged.fixture.ts';
import { begin, piece } from '../../src/library/staged-uploads/tus.fixture.ts';
import { SEVERAL, type Service, alive, ended, kill, killEverything, pidsOf, startService, until } from './service.ts';

async function homeFolder({ admin }: Service): Promise<number> {
  const me = await admin.api('GET', '/api/users/me');
  return admin.folder(me.body.PersonalLibraryId, 'Home');
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Whether requests are answered; over several connections, so that all API processes get some. */
async function answers({ admin }: Service): Promise<boolean> {
  const answered = await Promise.allSettled(Array.from({ length: 8 }, () => admin.api('GET', '/api/users/me')));
  return answered.every((result) => result.status === 'fulfilled' && result.value.status === 200);
}

/** Far above the time in which the end of a process is noticed, and below any other limit. */
const LATE_MS = 20_000;
/** A job that was lost with its worker is released within a minute, and then runs. */
const RELEASE_MS = 90_000;

/**
 * Waits until a newly enqueued job has run. An address gets three such mails an hour; a crash of PostgreSQL loses the count.
 */
async function untilJobRuns({ admin, printed }: Service): Promise<void> {
  const mails = async () => (await admin.api('GET', '/api/outbox')).body.length;
  const before = await mails();
  const { status } = await admin.api('POST', '/api/password-resets', { Email: 'admin@localhost' });
  assert.equal(status, 202);
  const deadline = Date.now() + RELEASE_MS;
  while ((await mails()) === before) {
    assert.ok(Date.now() < deadline, `No job runs. The service printed:\n${printed.stdout.slice(-20_000)}`);
    await sleep(50);
  }
}

// One service for all of it, because a service costs more to start than to kill.
test('acknowledged data survives kills of any part of the service, and of all of it', async (t) => {
  let service = await startService(t, SEVERAL);
  const folderId = await homeFolder(service);

  await t.test('after a kill -9 of everything during uploads, every acknowledged document is complete', async () => {
    const acknowledged = new Map<number, string>();
    const power = new AbortController();
    const uploading = Array.from({ length: 6 }, async (_, lane) => {
      for (let turn = 0; !power.signal.aborted; turn += 1) {
        const content = randomBytes(1000 + lane * 60_000);
        const answer = await service.admin.upload(folderId, `${lane}-${turn}.bin`, content).catch(() => null);
        if (answer?.status === 201) acknowledged.set(answer.body.DocumentId, sha256(content));
      }
    });
    await until(() => acknowledged.size >= 40, 'there are uploads to lose');
    await killEverything(service);
    power.abort();
    await Promise.all(uploading);

    service = await startService(t, { ...SEVERAL, DATA_DIR: service.dataDir });
    for (const [documentId, hash] of acknowledged) {
      const content = await service.admin.api('GET', `/api/documents/${documentId}/content`);
      assert.deepEqual([documentId, content.status, sha256(content.bytes)], [documentId, 200, hash]);
    }
    await untilJobRuns(service);
  });

  await t.test('killed API and worker processes are restarted, and requests and jobs continue', async () => {
    for (const [part, count] of [
      ['api-process.', 2],
      ['worker-process.', 1],
    ] as const) {
      const before = await pidsOf(service, part);
      assert.equal(before.length, count);
      kill(before.slice(0, 1));
      await until(async () => {
        const now = await pidsOf(service, part);
        return now.length === count && !now.includes(before[0] ?? 0);
      }, `there is another ${part}`);
      await until(() => answers(service), 'requests are answered');
      await untilJobRuns(service);
    }
    assert.equal(service.printed.stdout.match(/exited unexpectedly \(SIGKILL\); restarting it/g)?.length, 2);
  });

  await t.test('connections that a killed API process has not taken are closed, or served by another', async () => {
    const pids = await pidsOf(service, 'api-process.');
    const open = async () => (await readdir(`/proc/${service.pid}/fd`)).length;
    const before = await open();
    // Stopped processes take nothing, and the supervisor passes one connection to each.
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const port = Number(new URL(service.url).port);
    // Both ways end the connection: the one that each process had, and those that the supervisor passes on to a new one.
    const request = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
    const clients = Array.from({ length: 6 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => {})
        .resume(),
    );
    for (const client of clients) client.write(request);
    await until(async () => (await open()) >= before + clients.length, 'the supervisor has the connections');
    kill(pids);
    const late = Date.now() + LATE_MS;
    await until(() => {
      assert.ok(Date.now() < late, 'a connection is left open');
      return clients.every(({ closed }) => closed);
    }, 'every connection has ended');
    await until(() => answers(service), 'requests are answered');
  });

  await t.test('a killed PostgreSQL is restarted with its data, and requests and jobs continue', async () => {
    const documentId = await service.admin.document(folderId, 'kept.txt', 'kept');
    const [postmaster = 0] = await pidsOf(service, 'postgres -D');
    kill([postmaster]);
    await until(async () => (await pidsOf(service, 'postgres -D')).some((pid) => pid !== postmaster), 'another runs');
    await until(() => answers(service), 'requests are answered');
    assert.equal((await service.admin.api('GET', '/readyz')).status, 200);
    assert.equal((await service.admin.api('GET', `/api/documents/${documentId}/content`)).text, 'kept');
    await untilJobRuns(service);
    assert.match(service.printed.stdout, /"msg":"PostgreSQL exited unexpectedly; restarting it"/);

    // One backend alone: PostgreSQL then ends all others and recovers on its own.
    const person = { ...service.admin, token: service.token };
    const reference = await stage(person, folderId);
    for (const text of ['one, ', 'two, ', 'three, '])
      assert.equal((await portion(service, person, reference, text)).status, 200);
    const pieces = ['five, ', 'six, ', 'seven'];
    const path = await begin(person, pieces.join('').length, { filename: 'tus.txt', folderId });
    assert.equal((await piece(service, person, path, { at: 0, bytes: 'five, ' })).status, 204);
    assert.equal((await piece(service, person, path, { at: 6, bytes: 'six, ' })).status, 204);
    const backends = await pidsOf(service, 'postgres: carrel');
    kill(backends.slice(0, 1));
    // Until PostgreSQL has noticed, the others still answer.
    await until(
      async () => !(await pidsOf(service, 'postgres: carrel')).some((pid) => backends.includes(pid)),
      'all ended',
    );
    await until(() => answers(service), 'requests are answered');
    // Clients need not state the offset of a portion, so losing an acknowledged one would leave a gap.
    assert.equal((await portion(service, person, reference, 'four')).status, 200);
    const made = await finalize(person, folderId, reference);
    const content = await service.admin.api('GET', `/api/documents/${made.body.DocumentId}/content`);
    assert.equal(content.text, 'one, two, three, four');
    // A client of a known length asks: pieces may be lost, but leave no gap.
    const tus = {
      Identifier: path.split('/').at(-1),
      Links: { Location: service.url + path.replace('uploads', 'temp') },
    };
    const at = await offsetOf(person, tus);
    assert.ok([0, 6, 11].includes(at), `it stands at ${at}`);
    assert.equal((await finalize(person, folderId, tus)).status, 409);
    const rest = pieces.join('').slice(at);
    assert.equal((await piece(service, person, path, { at, bytes: rest })).status, 204);
    assert.equal((await finalize(person, folderId, tus)).body.Hash, sha256(Buffer.from(pieces.join(''))));
    await untilJobRuns(service);
  });

  await t.test('after a kill -9 of the supervisor its processes exit, and the next start finds all data', async () => {
    const documentId = await service.admin.document(folderId, 'last.txt', 'kept');
    const processes = await service.processes();
    kill([service.pid]);
    await ended(service.supervisor);
    const ours = processes.filter(({ command }) => command.includes('-process.'));
    assert.equal(ours.length, 3);
    await until(async () => (await alive(ours)).length === 0, 'API processes and worker have ended');

    const again = await startService(t, { DATA_DIR: service.dataDir });
    assert.match(again.printed.stdout, /stopping PostgreSQL left over from an earlier run/);
    assert.deepEqual(await alive(processes), []);
    assert.equal((await again.admin.api('GET', `/api/documents/${documentId}/content`)).text, 'kept');
  });
});
