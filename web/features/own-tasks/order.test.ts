import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../api/answers.ts';
import { groupTasks, isDueSoon } from './order.ts';

const task = (ItemName: string, more: Partial<Task>) =>
  ({ ItemName, AccessEndsAt: null, DateEnded: null, ...more }) as Task;
const names = (tasks: Task[]) => tasks.map(({ ItemName }) => ItemName);

test('overdue tasks come first, then open ones by due date, then the latest finished ones', () => {
  const at = '2026-05-20T00:00:00.000Z';
  const groups = groupTasks([
    task('later', { TaskStatus: 'Open', DueDate: '2026-05-09T00:00:00.000Z' }),
    task('old', { TaskStatus: 'Completed', DateEnded: '2026-05-01T00:00:00.000Z' }),
    task('forgotten', {
      TaskStatus: 'Expired',
      DueDate: '2025-01-01T00:00:00.000Z',
      DateEnded: '2025-01-01T00:00:00.000Z',
    }),
    task('late', { TaskStatus: 'Expired', DueDate: '2026-05-06T00:00:00.000Z', AccessEndsAt: at }),
    task('sooner', { TaskStatus: 'Open', DueDate: '2026-05-08T00:00:00.000Z' }),
    task('latest', { TaskStatus: 'Expired', DueDate: '2026-05-05T00:00:00.000Z', AccessEndsAt: at }),
    task('new', { TaskStatus: 'Cancelled', DateEnded: '2026-05-02T00:00:00.000Z' }),
  ]);
  assert.deepEqual(names(groups.overdue), ['latest', 'late']);
  assert.deepEqual(names(groups.open), ['sooner', 'later']);
  assert.deepEqual(names(groups.ended), ['new', 'old', 'forgotten']);
});

test('a task that is due within two days is due soon', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const open = (DueDate: string) => task('a', { TaskStatus: 'Open', DueDate });
  assert.deepEqual(
    [isDueSoon(open('2026-05-02T23:59:59Z'), now), isDueSoon(open('2026-05-03T00:00:00Z'), now)],
    [true, false],
  );
  assert.equal(isDueSoon(task('a', { TaskStatus: 'Completed', DueDate: '2026-05-01T00:00:00Z' }), now), false);
});
