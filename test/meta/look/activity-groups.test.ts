/** The audit log of the app offers every activity type. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIVITY_TYPES } from '../../../src/core/activity/activity-types.ts';
import { ACTIVITY_GROUPS } from '../../../web/features/admin/audit/activity-groups.ts';

test('every activity type is in one group of the audit log, and no group has others', () => {
  const grouped = Object.values(ACTIVITY_GROUPS).flat();
  assert.deepEqual(grouped.toSorted(), Object.keys(ACTIVITY_TYPES).toSorted());
});
