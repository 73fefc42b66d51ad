import { answered, hasAll, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { NAME, type World } from '../world.ts';

const DAY_MS = 86_400_000;

export const permissions: Page = {
  page: 'docs/api/permissions.md',
  rules: [
    rule('rights', 'Write, Delete and Grant imply Read', async (w) => {
      for (const right of ['Write', 'Delete', 'Grant']) {
        const folderId = await granted(w, { Allow: [right] });
        answered(await w.stranger.get(`/api/folders/${folderId}`), 200);
      }
    }),
    rule('roles', 'an entry has the role with exactly its rights', async (w) => {
      for (const [allow, role] of [
        [['Read'], 'Viewer'],
        [['Read', 'Write', 'Delete'], 'Editor'],
        [['Read', 'Write', 'Delete', 'Grant'], 'Manager'],
        [['Read', 'Grant'], null],
      ] as const) {
        const folderId = await granted(w, { Allow: allow });
        const answer = answered(await w.owner.get(`/api/folders/${folderId}/permissions`), 200);
        same(answer, answer.body.each('Role'), [role], 'Role');
      }
    }),
    rule('effective-rights', 'a grant applies to everything below', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'] });
      const documentId = await w.document(folderId);
      answered(await w.stranger.get(`/api/documents/${documentId}/content`), 200);
    }),
    rule('effective-rights', 'a denial always wins, and a denied Read removes all rights', async (w) => {
      const folderId = await granted(w, { Allow: ['Read', 'Write'] });
      const documentId = await w.document(folderId);
      const path = `/api/documents/${documentId}`;
      const entry = { UserId: w.stranger.userId, Allow: ['Read', 'Write'], Deny: ['Read'] };
      answered(await w.owner.put(`${path}/permissions`, [entry]), 200);
      refused(await w.stranger.get(path), 403);
      refused(await w.stranger.patch(path, { DocumentName: 'b.txt' }), 403);
    }),
    rule('effective-rights', 'members of a group have its rights, at the next request', async (w) => {
      const made = answered(await w.admin.post('/api/groups', { GroupName: w.unique(`${NAME} ${w.run}`) }), 201);
      const groupId = made.body.number('GroupId');
      const folderId = await w.folder();
      const entries = [{ GroupId: groupId, Allow: ['Read'] }];
      answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
      refused(await w.stranger.get(`/api/folders/${folderId}`), 403);
      answered(await w.admin.put(`/api/groups/${groupId}/members/${w.stranger.userId}`, undefined), 204);
      answered(await w.stranger.get(`/api/folders/${folderId}`), 200);
      answered(await w.admin.remove(`/api/groups/${groupId}/members/${w.stranger.userId}`), 204);
      refused(await w.stranger.get(`/api/folders/${folderId}`), 403);
    }),
    rule('effective-rights', 'denials do not bind site admins in corporate libraries', async (w) => {
      const folderId = await w.folder();
      const entries = [{ UserId: w.admin.userId, Deny: ['Read'] }];
      answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
      answered(await w.admin.get(`/api/folders/${folderId}`), 200);
    }),
    rule('entries', 'an entry has its properties, and inherited ones say where they are from', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'], ExpiresOn: later(2) });
      const own = answered(await w.owner.get(`/api/folders/${folderId}/permissions`), 200);
      same(own, own.body.each('UserId'), [w.stranger.userId], 'UserId');
      for (const entry of own.body.list()) hasAll(own, entry, ['Name', 'Allow', 'Deny', 'ExpiresOn']);
      const all = answered(await w.owner.get(`/api/folders/${folderId}/permissions?inherited=true`), 200);
      const inherited = all.body.list().filter((entry) => entry.at('Inherited') === true);
      holds(all, inherited.length >= 2, 'the entries of the library');
      for (const entry of inherited) hasAll(all, entry, ['InheritedFrom']);
    }),
    rule('entries', 'they require Grant', async (w) => {
      refused(await w.reader.get(`/api/folders/${await w.folder()}/permissions`), 403);
    }),
    rule('changing-entries', 'nobody grants a right that they lack, or for longer than they have it', async (w) => {
      const folderId = await granted(w, { Allow: ['Read', 'Grant'], ExpiresOn: later(2) });
      const path = `/api/folders/${folderId}/permissions`;
      const own = { UserId: w.stranger.userId, Allow: ['Read', 'Grant'], ExpiresOn: later(2) };
      const current = answered(await w.stranger.get(path), 200)
        .body.list()[0]
        ?.at('ExpiresOn');
      const kept = { ...own, ExpiresOn: current };
      refused(await w.stranger.put(path, [kept, { UserId: w.reader.userId, Allow: ['Write'] }]), 403);
      refused(await w.stranger.put(path, [kept, { UserId: w.reader.userId, Allow: ['Read'] }]), 403);
      const entry = { UserId: w.reader.userId, Allow: ['Read'], ExpiresOn: later(1) };
      answered(await w.stranger.put(path, [kept, entry]), 200);
    }),
    rule('changing-entries', 'PUT replaces all entries', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'] });
      answered(await w.owner.put(`/api/folders/${folderId}/permissions`, []), 200);
      refused(await w.stranger.get(`/api/folders/${folderId}`), 403);
    }),
    rule('changing-entries', 'somebody who can read it now gets a notification', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'] });
      const answer = answered(await w.stranger.get('/api/notifications'), 200);
      const messages = answer.body.each('Message').map(String);
      holds(
        answer,
        messages.some((text) => text.includes(`[@FolderId=${folderId}]`)),
        'a notification about the folder',
      );
    }),
    rule('giving-access', 'it grants a role and keeps the entries of others', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'] });
      const body = { To: [{ UserId: w.reader.userId }], Role: 'Editor', NotifyUsers: false };
      const answer = answered(await w.owner.post(`/api/folders/${folderId}/access`, body), 200);
      same(answer, answer.body.each('Role', 'Permissions'), ['Editor'], 'the roles');
      same(answer, answer.body.value !== null && answer.body.at('Share'), null, 'Share');
      answered(await w.reader.post(`/api/folders/${folderId}/folders`, { FolderName: 'Mine' }), 201);
      answered(await w.stranger.get(`/api/folders/${folderId}`), 200);
      const deny = [{ UserId: w.stranger.userId, Deny: ['Write'] }];
      answered(await w.owner.put(`/api/folders/${folderId}/permissions`, deny), 200);
      const again = { To: [{ UserId: w.stranger.userId }], Role: 'Viewer', NotifyUsers: false };
      refused(await w.owner.post(`/api/folders/${folderId}/access`, again), 409);
    }),
    rule('access-explanations', 'everybody with access is listed with the reason', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'] });
      const answer = answered(await w.owner.get(`/api/folders/${folderId}/access`), 200);
      const person = answer.body.list().find((one) => one.at('UserId') === w.stranger.userId);
      same(answer, person?.at('Rights'), ['Read'], 'Rights');
      same(answer, person?.each('Kind', 'Reasons'), ['User'], 'the kinds of reasons');
      refused(await w.reader.get(`/api/folders/${folderId}/access`), 403);
    }),
    rule('place', 'it has the path, the rights and the roles', async (w) => {
      const folderId = await w.folder();
      const documentId = await w.document(folderId);
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/place`), 200);
      same(answer, answer.body.at('LibraryId'), w.libraryId, 'LibraryId');
      same(answer, answer.body.each('FolderId', 'Path'), [folderId], 'Path');
      same(answer, answer.body.at('Rights'), ['Read'], 'Rights');
      same(answer, answer.body.at('Roles'), [], 'Roles');
    }),
    rule('abilities', 'they are what the requests of the caller then do', async (w) => {
      const path = `/api/folders/${await w.folder()}`;
      const reader = answered(await w.reader.get(`${path}/place`), 200);
      const owner = answered(await w.owner.get(`${path}/place`), 200);
      for (const ability of ['AddFolder', 'AddDocument', 'Rename', 'Trash', 'Share', 'ManagePermissions']) {
        same(reader, reader.body.at(`Abilities.${ability}`), false, `${ability} of a reader`);
        same(owner, owner.body.at(`Abilities.${ability}`), true, `${ability} of the owner`);
      }
      same(reader, reader.body.at('Abilities.Copy'), true, 'Copy of a reader');
    }),
    rule('items-shared-with-the-caller', 'a granted item is listed', async (w) => {
      const folderId = await granted(w, { Allow: ['Read'] });
      const answer = answered(await w.stranger.get('/api/users/me/shared'), 200);
      const item = answer.body.list().find((one) => one.at('Embedded.Folder.FolderId') === folderId);
      holds(answer, item !== undefined, 'the folder in the list');
      same(answer, item?.at('Rights'), ['Read'], 'Rights');
    }),
    rule('errors', 'an unknown user, two entries for one, and an end in the past are 400', async (w) => {
      const path = `/api/folders/${await w.folder()}/permissions`;
      const UserId = w.stranger.userId;
      for (const entries of [
        [{ UserId: 9_007_199_254_740_991, Allow: ['Read'] }],
        [
          { UserId, Allow: ['Read'] },
          { UserId, Allow: ['Write'] },
        ],
        [{ UserId, Allow: ['Read'], ExpiresOn: '2015-01-01' }],
        [{ UserId, Allow: ['Fly'] }],
      ]) {
        refused(await w.owner.put(path, entries), 400);
      }
    }),
  ],
};

// A folder with one entry for the person without rights.
async function granted(w: World, entry: object): Promise<number> {
  const folderId = await w.folder();
  const entries = [{ UserId: w.stranger.userId, ...entry }];
  answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
  return folderId;
}

function later(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
