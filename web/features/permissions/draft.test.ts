import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, entriesOf, entryFor, isSame, saysNothing, stateOf, withEnd, withRight } from './draft.ts';

const ann = entryFor({
  kind: 'user',
  id: 1,
  key: 'user-1',
  name: 'Ann',
  note: '',
  address: 'ann@x.test',
  picture: null,
});

test('a new entry allows View, other rights imply it, and a denial stays', () => {
  assert.deepEqual(entriesOf([ann]), [{ UserId: 1, Allow: ['Read'], Deny: [] }]);
  const writer = withRight(withRight(ann, 'Read', 'none'), 'Write', 'allow');
  assert.deepEqual(writer.Allow, ['Read', 'Write']);
  const denied = withRight(withRight(ann, 'Read', 'deny'), 'Delete', 'allow');
  assert.deepEqual([denied.Allow, denied.Deny, stateOf(denied, 'Read')], [['Delete'], ['Read'], 'deny']);
  assert.equal(saysNothing(withRight(ann, 'Read', 'none')), true);
});

test('only own entries change, and changing them back is no change', () => {
  const group = { GroupId: 2, Name: 'Sales', Role: 'Viewer' as const, Allow: ['Read' as const], Deny: [] };
  const draft = draftOf([group, { ...group, GroupId: 3, Inherited: true }]);
  assert.deepEqual(
    draft.map(({ key }) => key),
    ['group-2'],
  );
  const ending = draft.map((entry) => withEnd(entry, '2026-05-01T00:00:00.000Z'));
  assert.equal(isSame(draft, ending), false);
  assert.equal(
    isSame(
      draft,
      ending.map((entry) => withEnd(entry, undefined)),
    ),
    true,
  );
  assert.equal(isSame([ann, ...draft], [...draft, ann]), true);
});
