import { answered, hasAll, holds, refused, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';
import { NAME, type World } from '../world.ts';

/** Rules of docs/api/users.md about groups. */
export const groups: Rule[] = [
  rule('groups', 'site admins create, rename and delete them', async (w) => {
    const { groupId, name } = await create(w);
    const path = `/api/groups/${groupId}`;
    const found = answered(await w.admin.get(path), 200);
    hasAll(found, found.body, ['GroupId', 'GroupName', 'RequiresSecondFactor', 'Links.Self', 'Links.Members']);
    refused(await w.admin.post('/api/groups', { GroupName: name.toUpperCase() }), 409);
    answered(await w.admin.patch(path, { GroupName: `${name} renamed` }), 200);
    answered(await w.admin.remove(path), 204);
    refused(await w.admin.get(path), 404);
  }),
  rule('groups', 'they are for site admins, their names for everybody', async (w) => {
    const { groupId, name } = await create(w);
    refused(await w.reader.get('/api/groups'), 403);
    refused(await w.reader.get(`/api/groups/${groupId}`), 403);
    refused(await w.reader.post('/api/groups', { GroupName: `${name} other` }), 403);
    const names = answered(await w.reader.get(`/api/groups/names?query=${encodeURIComponent(name)}`), 200);
    same(names, names.body.value, [{ GroupId: groupId, GroupName: name }], 'the names');
  }),
  rule('groups', 'deleting a group ends what was granted to it', async (w) => {
    const { groupId } = await create(w);
    const folderId = await w.folder();
    answered(await w.admin.put(`/api/groups/${groupId}/members`, [w.stranger.userId]), 200);
    const entries = [{ GroupId: groupId, Allow: ['Read'] }];
    answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
    answered(await w.stranger.get(`/api/folders/${folderId}`), 200);
    answered(await w.admin.remove(`/api/groups/${groupId}`), 204);
    refused(await w.stranger.get(`/api/folders/${folderId}`), 403);
  }),
  rule('group-members', 'PUT replaces all, an empty list removes all, and an unknown user is 400', async (w) => {
    const { groupId } = await create(w);
    const path = `/api/groups/${groupId}/members`;
    const set = answered(await w.admin.put(path, [w.reader.userId, w.owner.userId]), 200);
    same(set, set.body.list().length, 2, 'the number of members');
    refused(await w.admin.put(path, [9_007_199_254_740_991]), 400);
    answered(await w.admin.put(path, []), 200);
    const none = answered(await w.admin.get(path), 200);
    same(none, none.body.value, [], 'the members');
  }),
  rule('group-members', 'one is added and removed', async (w) => {
    const { groupId } = await create(w);
    const path = `/api/groups/${groupId}/members`;
    answered(await w.admin.put(`${path}/${w.reader.userId}`, undefined), 204);
    const one = answered(await w.admin.get(path), 200);
    holds(one, one.body.each('UserId').includes(w.reader.userId), 'the member in the list');
    answered(await w.admin.remove(`${path}/${w.reader.userId}`), 204);
    refused(await w.admin.remove(`${path}/${w.reader.userId}`), 404);
  }),
];

async function create(w: World): Promise<{ groupId: number; name: string }> {
  const name = w.unique(`${NAME} ${w.run}`);
  const made = answered(await w.admin.post('/api/groups', { GroupName: name }), 201);
  return { groupId: made.body.number('GroupId'), name };
}
