/** Escape attempts of a hijacked program in a service of an ordinary user, at each isolation level. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { without } from '../../../../test/parts.ts';
import { LEVELS, type Level } from './levels.ts';

const SERVICE = resolve(import.meta.dirname, 'escape.fixture.ts');
const skip = process.getuid?.() === 0 ? without('bwrap', 'unshare', 'perl') : 'needs root, to become an ordinary user';

/** Attempts that succeed, and at which levels. All others fail at every level. */
const SUCCEEDS: Record<string, Level[]> = {
  'read file 0': ['none'],
  'read file 1': ['none'],
  'read file 2': ['none'],
  'read the file of another rendering': ['none'],
  'read /etc/passwd': ['none'],
  'connect by TCP': ['none'],
  'connect to a Unix socket': ['none'],
  'see the service': ['none'],
  'read its environment': ['none'],
  'signal the service': ['none'],
  'make a user namespace': ['none'],
  'use ptrace': ['none', 'namespaces'],
  'use keyctl': ['none', 'namespaces'],
  'open a socket of another family': ['none', 'namespaces'],
};

for (const level of LEVELS) {
  const expected = Object.entries(SUCCEEDS).flatMap(([attempt, levels]) => (levels.includes(level) ? [attempt] : []));
  test(`at level ${level} a hijacked program succeeds in ${expected.length} attempts`, { skip }, async () => {
    const mark = randomUUID();
    const { stdout } = await promisify(execFile)(process.execPath, [SERVICE, level, mark], {
      env: { PATH: '/usr/bin:/bin', MARK: mark },
      cwd: '/',
      uid: 65_534,
      gid: 65_534,
    });
    assert.deepEqual(JSON.parse(stdout), { level, succeeded: expected });
  });
}
