import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { NAME, newPassword } from '../world.ts';
import { png, sizeOfPng } from '../pictures.ts';
import { groups } from './groups.ts';

export const users: Page = {
  page: 'docs/api/users.md',
  rules: [
    rule('user-object', 'the current user has the deployment and the personal library', async (w) => {
      const me = answered(await w.reader.get('/api/users/me'), 200);
      const user = ['UserId', 'Email', 'Name', 'IsSiteAdmin', 'DateCreated', 'PictureUri', 'Links.Self'];
      hasAll(me, me.body, [
        ...user,
        'DeploymentId',
        'DeploymentName',
        'PersonalLibraryId',
        'EnablePurging',
        'Branding',
      ]);
      same(me, [me.body.at('UserId'), me.body.at('IsSiteAdmin')], [w.reader.userId, false], 'the user');
      const library = answered(await w.reader.get(`/api/libraries/${me.body.number('PersonalLibraryId')}`), 200);
      same(library, library.body.at('IsPrivate'), true, 'IsPrivate');
    }),
    rule('people-in-other-objects', 'a revision has its author as a person', async (w) => {
      const documentId = await w.document(await w.folder());
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/revisions`), 200);
      const [person] = answer.body.each('CreatedByPerson');
      const { userId: UserId, name: Name, email: Email } = w.owner;
      same(answer, person, { UserId, Name, Email, PictureUri: null, IsDeleted: false }, 'CreatedByPerson');
    }),
    rule('profiles', 'everybody reads profiles, groups are for the user and site admins', async (w) => {
      const path = `/api/users/${w.owner.userId}/profile`;
      const other = answered(await w.reader.get(path), 200);
      same(other, other.body.at('Groups'), null, 'Groups');
      const own = answered(await w.owner.get(path), 200);
      holds(own, Array.isArray(own.body.at('Groups')), 'Groups');
    }),
    rule('own-profile', 'the caller changes name and time zone', async (w) => {
      const answer = answered(await w.reader.patch('/api/users/me', { TimeZone: 'Europe/Lisbon' }), 200);
      same(answer, answer.body.at('TimeZone'), 'Europe/Lisbon', 'TimeZone');
      for (const body of [{}, { Name: ' ' }, { TimeZone: 'Moon/Sea' }, { MailPreferences: { Jokes: true } }]) {
        refused(await w.reader.patch('/api/users/me', body), 400);
      }
    }),
    rule('unsubscribing', 'an invalid token is 404', async (w) => {
      refused(await w.anonymous.post('/api/unsubscribe/nothing'), 404);
    }),
    rule('users', 'everybody finds users by the start of name or address', async (w) => {
      for (const query of [w.owner.email.slice(0, -8).toUpperCase(), w.owner.name]) {
        const list = answered(await w.reader.get(`/api/users?query=${encodeURIComponent(query)}`), 200);
        same(list, list.body.each('UserId'), [w.owner.userId], 'UserId');
      }
    }),
    rule('users', 'one user, and every change, are for site admins', async (w) => {
      const path = `/api/users/${w.owner.userId}`;
      refused(await w.reader.get(path), 403);
      refused(await w.reader.patch(path, { Name: 'Other' }), 403);
      refused(await w.reader.remove(path), 403);
      refused(await w.reader.get('/api/users/accounts'), 403);
      answered(await w.owner.get(path), 200);
      answered(await w.admin.get(path), 200);
    }),
    rule('creating-a-user', 'it is 201 with Location and a personal library', async (w) => {
      const Email = `conformance-${w.run}-new@carrel.invalid`;
      const body = { Email, Name: `${NAME} ${w.run} New`, Password: newPassword() };
      const made = answered(await w.admin.post('/api/users', body), 201);
      answered(await w.admin.get(follow(header(made, 'location'))), 200);
      same(made, made.body.at('IsSiteAdmin'), false, 'IsSiteAdmin');
      refused(await w.admin.post('/api/users', { ...body, Email: Email.toUpperCase() }), 409);
    }),
    rule('creating-a-user', 'a bad address, and a password that is easy to guess, are 400', async (w) => {
      const Email = `conformance-${w.run}-bad@carrel.invalid`;
      const body = { Email, Name: `${NAME} ${w.run} Bad`, Password: newPassword() };
      refused(await w.admin.post('/api/users', { ...body, Email: 'nobody' }), 400);
      refused(await w.admin.post('/api/users', { ...body, Password: 'password1' }), 400);
      refused(await w.admin.post('/api/users', { ...body, Name: '' }), 400);
      refused(await w.reader.post('/api/users', body), 403);
    }),
    rule('changing-a-user', 'name and role are changed', async (w) => {
      const person = await w.addPerson('Changed');
      const path = `/api/users/${person.userId}`;
      const changed = answered(await w.admin.patch(path, { IsSiteAdmin: true }), 200);
      same(changed, [changed.body.at('IsSiteAdmin'), changed.body.at('Name')], [true, person.name], 'role and name');
      answered(await person.get('/api/settings'), 200);
      answered(await w.admin.patch(path, { IsSiteAdmin: false }), 200);
      refused(await person.get('/api/settings'), 403);
    }),
    rule('changing-many-accounts', 'each account has an outcome, and nobody deactivates themselves', async (w) => {
      const person = await w.addPerson('Many');
      const UserIds = [person.userId, w.admin.userId];
      const send = (Action: string) => w.admin.post('/api/users/bulk', { UserIds, Action });
      const off = answered(await send('Deactivate'), 200);
      same(off, off.body.each('Outcome', 'Results'), ['Changed', 'Refused'], 'Outcome');
      refused(await person.get('/api/users/me'), 401);
      const on = answered(await send('Reactivate'), 200);
      same(on, on.body.each('Outcome', 'Results'), ['Changed', 'Unchanged'], 'Outcome');
      answered(await person.get('/api/users/me'), 200);
    }),
    rule('importing-people', 'a dry run says what would happen, and adds nobody', async (w) => {
      const Email = `conformance-${w.run}-import@carrel.invalid`;
      const Csv = `Email,Name\n${Email},${NAME} ${w.run} Import\n${w.owner.email},Owner`;
      const answer = answered(await w.admin.post('/api/users/import', { Csv, DryRun: true }), 200);
      same(answer, answer.body.each('Outcome', 'Lines'), ['Added', 'Exists'], 'Outcome');
      const list = answered(await w.admin.get(`/api/users?query=${Email}`), 200);
      same(list, list.body.value, [], 'the users');
    }),
    rule('deleting-a-user', 'tokens end, and the address can be used again', async (w) => {
      const person = await w.addPerson('Deleted');
      const made = await person.post(`/api/libraries/${person.personalLibraryId}/folders`, { FolderName: 'Kept' });
      const folderId = answered(made, 201).body.number('FolderId');
      const path = `/api/users/${person.userId}`;
      answered(await w.admin.remove(`${path}?transferTo=${w.reader.userId}`), 204);
      refused(await person.get('/api/users/me'), 401);
      refused(await w.admin.get(path), 404);
      answered(await w.reader.get(`/api/folders/${folderId}`), 200);
      const libraries = answered(await w.reader.get('/api/libraries'), 200);
      const name = `My Library (${person.email})`;
      holds(libraries, libraries.body.each('LibraryName').includes(name), `a library named ${name}`);
      const body = { Email: person.email, Name: person.name, Password: newPassword() };
      answered(await w.admin.post('/api/users', body), 201);
    }),
    rule('pictures', 'a picture is cropped to a square PNG', async (w) => {
      const options = { headers: { 'content-type': 'image/png' }, body: png(200, 100, [0, 0, 128]) };
      answered(await w.reader.send('PUT', '/api/users/me/picture', options), 204);
      const path = `/api/users/${w.reader.userId}/picture`;
      const answer = answered(await w.owner.get(`${path}?size=64`), 200);
      same(answer, sizeOfPng(answer.bytes), [64, 64], 'width and height');
      answered(await w.reader.remove('/api/users/me/picture'), 204);
      refused(await w.owner.get(path), 404);
    }),
    rule('pictures', 'other bytes are 400, and another media type 415', async (w) => {
      const send = (type: string) =>
        w.reader.send('PUT', '/api/users/me/picture', { headers: { 'content-type': type }, body: 'no picture' });
      refused(await send('image/png'), 400);
      refused(await send('text/plain'), 415);
    }),
    rule('account-object', 'an account has its properties', async (w) => {
      const answer = answered(await w.admin.get(`/api/users/${w.reader.userId}/account`), 200);
      hasAll(answer, answer.body, ['HasPassword', 'HasSecondFactor', 'IsDeactivated', 'SessionCount', 'TokenCount']);
      const list = answered(await w.admin.get(`/api/users/accounts?query=${w.reader.email}`), 200);
      for (const one of list.body.list()) matches(list, one.at('State'), /^Active$/, 'State');
    }),
    ...groups,
  ],
};
