import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectPg } from '../connection.ts';
import { parseDatabaseUrl, socketFolders } from './database-url.ts';

test("the folder of the server's socket is found in any form of the URL", () => {
  for (const [url, folders] of [
    ['postgres://carrel@%2Fvar%2Frun%2Fpostgresql/carrel', ['/var/run/postgresql']],
    ['postgres:///carrel?host=/tmp/run', ['/tmp/run']],
    ['postgres://carrel:secret@db.example:5433/carrel', []],
    ['postgres:///carrel', []],
  ] as const) {
    assert.deepEqual(socketFolders(url), folders, url);
  }
});

test('several hosts are read in the forms of libpq, with their ports', () => {
  for (const [url, servers] of [
    ['postgres://carrel@db-1:5433,db-2,[::1]:5434/carrel', ['db-1:5433', 'db-2:5432', '::1:5434']],
    ['postgres://carrel@%2Frun%2Fa,%2Frun%2Fb/carrel', ['/run/a:5432', '/run/b:5432']],
    ['postgres:///carrel?host=db-1,db-2&port=5433,5434', ['db-1:5433', 'db-2:5434']],
    ['postgres:///carrel?host=db-1,db-2&port=5433', ['db-1:5433', 'db-2:5433']],
    ['postgres:///carrel', ['localhost:5432']],
  ] as const) {
    assert.deepEqual(
      parseDatabaseUrl(url).servers.map(({ host, port }) => `${host}:${port}`),
      servers,
      url,
    );
  }
});

test('of several servers the one that accepts writes is used, unless the URL says otherwise', () => {
  const targetOf = (url: string) => parseDatabaseUrl(url).target;
  assert.equal(targetOf('postgres://db-1,db-2/carrel'), 'read-write');
  assert.equal(targetOf('postgres://db-1/carrel'), 'any');
  for (const target of ['any', 'read-write', 'primary']) {
    assert.equal(targetOf(`postgres://db-1,db-2/carrel?target_session_attrs=${target}`), target);
  }
});

test('hosts, ports and roles that cannot be used are refused without the password', () => {
  for (const [url, reason] of [
    [
      'postgres://u:secret@db-1:port,db-2/carrel',
      /^X has a host or port that cannot be read as host:port,host:port\.$/,
    ],
    ['postgres://u:secret@db-1:0/carrel', /^X has a host or port/],
    ['postgres://u:secret@/carrel?host=a,b,c&port=1,2', /^X has 2 ports for 3 hosts\.$/],
    [
      'postgres://u:secret@a,b/carrel?target_session_attrs=standby',
      /^X has target_session_attrs=standby, which is none of any, read-write, primary\.$/,
    ],
    ['postgres://u:secret@a,b/carrel?sslmode=verify', /^X has sslmode=verify, which is none of /],
  ] as const) {
    assert.throws(() => parseDatabaseUrl(url, 'X'), { message: reason }, url);
  }
});

test('clients of a pool have the password, for one host and for several', () => {
  for (const hosts of ['one', 'one,two']) {
    // As the pool creates them.
    const { Client, options } = connectPg(`postgres://carrel:secret@${hosts}/carrel`, 1) as unknown as {
      Client: new (options: object) => { password: string | null };
      options: object;
    };
    assert.equal(new Client(options).password, 'secret', hosts);
  }
});
