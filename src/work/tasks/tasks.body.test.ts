import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../platform/errors.ts';
import { readNewTask } from './tasks.body.ts';

const now = new Date('2026-03-02T10:00:00Z');
const me = { email: 'Me@example.test', now };
const FIELDS = ['Type', 'DueDate', 'Assignee', 'DocumentId', 'Instructions', 'Recipients'] as const;

const good: Record<(typeof FIELDS)[number], fc.Arbitrary<unknown>> = {
  Type: fc.constant('Approval'),
  DueDate: fc.integer({ min: 1, max: 90 * 86_400 }).map((s) => new Date(now.getTime() + s * 1000).toISOString()),
  Assignee: fc.constantFrom('you@example.test', ' YOU@Example.test '),
  DocumentId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  Instructions: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).map((text) => `x${text}`),
  Recipients: fc.uniqueArray(
    fc.nat(999).map((n) => `${n}@told.test`),
    { maxLength: 100 },
  ),
};
const bad: typeof good = {
  Type: fc.constantFrom('approval', '', 1, {}, ['Approval']),
  DueDate: fc.constantFrom('2026-03-02T10:00:00Z', '2026-05-31T10:00:01Z', '2026-02-30T10:00', 'soon', 0, {}),
  Assignee: fc.constantFrom('ME@example.test', 'nobody', 'a@b@c', 1, {}, ['you@example.test']),
  DocumentId: fc.constantFrom(0, -1, 1.5, '1', 2 ** 53, {}, [1]),
  Instructions: fc.constantFrom(' ', 'x'.repeat(1001), '\0', '\ud800', 1, {}),
  Recipients: fc.constantFrom('a@b.test', [''], [null], ['a@b.test', 'A@b.test'], {}, 1, true),
};

function refusalOf(body: unknown): string[] {
  try {
    readNewTask(body, me);
    return [];
  } catch (error) {
    assert.ok(error instanceof Problem && error.status === 400, String(error));
    return error.errors.map(({ instance }) => instance.split('.', 1)[0] ?? '');
  }
}

test('exactly the invalid fields are reported', () => {
  const body = fc.record({ given: fc.record(good), other: fc.record(bad), wrong: fc.subarray([...FIELDS]) });
  fc.assert(
    fc.property(body, ({ given, other, wrong }) => {
      const mixed = Object.fromEntries(FIELDS.map((field) => [field, (wrong.includes(field) ? other : given)[field]]));
      assert.deepEqual([...new Set(refusalOf(mixed))], wrong);
    }),
  );
});

test('a due date without a time is the end of that day, and its 90 days count to its start', () => {
  const body = { Type: 'Approval', Assignee: 'you@example.test', DocumentId: 1, Instructions: 'x' };
  const dueAt = (DueDate: string) => readNewTask({ ...body, DueDate }, me).dueAt.toISOString();
  assert.equal(dueAt('2026-03-02'), '2026-03-02T23:59:59.999Z');
  assert.equal(dueAt('2026-05-31'), '2026-05-31T23:59:59.999Z');
  assert.equal(dueAt('2026-03-10 08:00'), '2026-03-10T08:00:00.000Z');
  assert.deepEqual(refusalOf({ ...body, DueDate: '2026-03-01' }), ['DueDate']);
  assert.deepEqual(refusalOf({ ...body, DueDate: '2026-06-01' }), ['DueDate']);
});

test("a due date on the last day of an outsider's access ends with that access", () => {
  const body = { Type: 'Approval', Assignee: 'you@example.test', DocumentId: 1, Instructions: 'x' };
  const limit = { days: 7, end: new Date('2026-03-09T10:00:00Z') };
  assert.deepEqual(readNewTask({ ...body, DueDate: '2026-03-09' }, me, limit).dueAt, limit.end);
  assert.throws(() => readNewTask({ ...body, DueDate: '2026-03-10' }, me, limit), /must not be later than/);
  assert.throws(() => readNewTask({ ...body, DueDate: '2026-03-09T10:01:00Z' }, me, limit), /must not be later than/);
});

test('any body is accepted or returns 400', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.record(Object.fromEntries(FIELDS.map((f) => [f, fc.anything()])))),
      (body) => {
        assert.ok(refusalOf(body).length > 0);
      },
    ),
  );
});
