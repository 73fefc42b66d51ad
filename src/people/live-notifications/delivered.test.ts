import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Delivered, deliveredAtStart, withDelivered, undelivered } from './delivered.ts';

const WINDOW = 100;
const rowsOf = (ids: number[]) => ids.map((notificationId) => ({ notificationId }));
const idsOf = (rows: { notificationId: number }[]) => rows.map(({ notificationId }) => notificationId);

// The rows that notification-hub.ts reads: the newest above the floor.
const look = (all: Set<number>, { floor }: Delivered) =>
  rowsOf([...all].filter((id) => id > floor).sort((a, b) => b - a)).slice(0, WINDOW);

test('a stream starts with new notifications, or after the last one of the client', () => {
  const rows = rowsOf([9, 7, 5]);
  assert.deepEqual(undelivered(deliveredAtStart(rows, WINDOW, null), rows), []);
  assert.deepEqual(idsOf(undelivered(deliveredAtStart(rows, WINDOW, 5), rows)), [9, 7]);
  assert.deepEqual(idsOf(undelivered(deliveredAtStart(rows, WINDOW, 0), rows)), [9, 7, 5]);
});

test('a notification is delivered once, in any commit order, and old ones are not delivered again', () => {
  const step = fc.record({ late: fc.nat(9), deletes: fc.nat(3) });
  fc.assert(
    fc.property(fc.nat(150), fc.array(step, { maxLength: 60 }), (before, steps) => {
      const there = new Set(Array.from({ length: before }, (_, index) => (index + 1) * 10));
      const delivered: number[] = [];
      let seen = deliveredAtStart(look(there, { floor: 0, ids: [] }), WINDOW, null);
      const expected: number[] = [];
      for (const [index, { late, deletes }] of steps.entries()) {
        // Ids come in order, but a commit may be overtaken by up to nine others.
        const id = (before + index + 20 - late) * 10 + index / 1000;
        there.add(id);
        expected.push(id);
        const fresh = undelivered(seen, look(there, seen));
        delivered.push(...idsOf(fresh));
        seen = withDelivered(seen, fresh);
        for (const old of [...there].slice(0, deletes)) there.delete(old);
      }
      assert.deepEqual(delivered, expected);
    }),
  );
});
