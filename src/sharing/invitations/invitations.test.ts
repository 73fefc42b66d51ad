import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, makeGroup } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';

const app = await startApp({ webUrl: 'http://web.test' });

/** Ann's folder with a document; `give` sends the request of a person for the folder. */
async function annsFolder() {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const path = `/api/folders/${folderId}`;
  const give = (body: object, by: Person = w.ann) => by.api('POST', `${path}/access`, body);
  const entries = async () => (await w.ann.api('GET', `${path}/permissions`)).body;
  return { w, folderId, documentId, path, give, entries };
}

const viewer = (...To: object[]) => ({ To, Role: 'Viewer' });
const LINK = { AllowView: true, ExpireStyle: 'days', ExpirationValue: 7 };

const messagesOf = async ({ userId }: Person) =>
  (await app.sql`select message from notifications where user_id = ${userId}`).map((row) => String(row['message']));

const mailsOf = async ({ deploymentId }: Person) => [
  ...(await app.sql<{ to: string; text: string }[]>`
    select recipient as "to", text_body as text from mails where deployment_id = ${deploymentId} order by mail_id`),
];

test('each role is a set of rights, and an entry with other rights has none', async () => {
  const { w, folderId, path, give, entries } = await annsFolder();
  const table = [
    ['Viewer', ['Read']],
    ['Editor', ['Read', 'Write', 'Delete']],
    ['Manager', ['Read', 'Write', 'Delete', 'Grant']],
  ] as const;
  for (const [Role, Allow] of table) {
    const { status, body } = await give({ To: [{ UserId: w.bob.userId }], Role });
    const entry = { UserId: w.bob.userId, Name: 'Bob', Role, Allow: [...Allow], Deny: [] };
    assert.deepEqual([status, body], [200, { Permissions: [entry], Blocked: [], Share: null }]);
    assert.deepEqual(await entries(), [entry]);
  }
  const roleOf = async (entry: object) => {
    return (await w.ann.api('PUT', `${path}/permissions`, [{ UserId: w.bob.userId, ...entry }])).body[0].Role;
  };
  assert.equal(await roleOf({ Allow: ['Write', 'Delete'] }), 'Editor', 'every right implies Read');
  assert.equal(await roleOf({ Allow: ['Read', 'Grant'] }), null);
  assert.equal(await roleOf({ Allow: ['Read'], Deny: ['Write'] }), null);
  const { Roles } = (await w.ann.api('GET', `/api/folders/${folderId}/place`)).body;
  assert.deepEqual(Roles, ['Viewer', 'Editor', 'Manager']);
});

test('users, groups and addresses of users get access, and others a link, in one request', async () => {
  const { w, folderId, give } = await annsFolder();
  const carl = await w.addPerson('Carl');
  const { groupId } = await makeGroup(app, w.deploymentId, [carl, w.ann]);
  const To = [
    { UserId: w.bob.userId },
    { GroupId: groupId },
    { Email: w.stranger.email.toUpperCase() },
    { Email: w.bob.email },
    { Email: 'X@outside.test' },
  ];
  const { status, body } = await give({ To, Role: 'Viewer', Message: 'Have a look.', Link: LINK });
  assert.equal(status, 200);
  const named = body.Permissions.map(
    ({ UserId, GroupId }: { UserId?: number; GroupId?: number }) => UserId ?? -GroupId!,
  );
  assert.deepEqual(named, [w.bob.userId, w.stranger.userId, -groupId]);
  assert.equal(body.Share.FolderId, folderId);
  const recipients = await w.ann.api('GET', `/api/folders/${folderId}/shares/${body.Share.ShareId}/recipients`);
  assert.deepEqual(
    recipients.body.map(({ Recipient }: { Recipient: string }) => Recipient),
    ['x@outside.test'],
  );
  for (const person of [w.bob, w.stranger, carl]) {
    assert.equal((await person.api('GET', `/api/folders/${folderId}`)).status, 200, person.name);
    const message = `[@UserId=${w.ann.userId}]Ann[/] gave you access to [@FolderId=${folderId}]Plans[/]`;
    assert.deepEqual(await messagesOf(person), [message], person.name);
    const shared = (await person.api('GET', '/api/users/me/shared')).body;
    assert.deepEqual(
      shared.map(({ ItemName }: { ItemName: string }) => ItemName),
      ['Plans'],
    );
  }
  assert.deepEqual(await messagesOf(w.ann), [], 'nobody is notified of what they did');
  const mails = await mailsOf(w.ann);
  assert.deepEqual(
    mails.map(({ to }) => to),
    [w.bob.email, w.stranger.email, 'x@outside.test'],
    'members of groups are notified in the app only',
  );
  const expected = [
    `Ann (${w.ann.email}) gave you access to the folder “Plans”. You can view it.`,
    'Message from Ann:\n\nHave a look.',
    `Open folder:\nhttp://web.test/folders/${folderId}`,
  ];
  assert.ok(mails[0]?.text.startsWith(expected.join('\n\n')), mails[0]?.text);
  assert.match(mails[2]?.text ?? '', /Have a look\./);
});

test('access to documents and libraries is given in the same way, and an address without an account needs a link', async () => {
  const { w, documentId, give } = await annsFolder();
  const on = (path: string, body: object, by = w.ann) => by.api('POST', `/api/${path}/access`, body);
  const outside = viewer({ UserId: w.bob.userId }, { Email: 'x@outside.test' });
  const made = await on(`documents/${documentId}`, { ...outside, Link: { AllowView: true } });
  assert.deepEqual([made.status, made.body.Share.DocumentId], [200, documentId]);
  assert.equal((await w.bob.api('GET', `/api/documents/${documentId}`)).status, 200);
  const library = (await w.admin.api('POST', '/api/libraries', { LibraryName: 'Sales' })).body.LibraryId;
  const given = await on(`libraries/${library}`, viewer({ UserId: w.ann.userId }), w.admin);
  assert.deepEqual([given.status, given.body.Blocked, given.body.Share], [200, [], undefined]);
  for (const { status, body } of [await give(outside), await on(`libraries/${library}`, outside, w.admin)]) {
    assert.deepEqual([status, body.title], [400, 'No user has the address x@outside.test.']);
  }
  assert.equal((await w.bob.api('GET', `/api/libraries/${library}`)).status, 403, 'nothing is given');
});

test('a malformed request is refused and names the property', async () => {
  const { w, give } = await annsFolder();
  const bob = { UserId: w.bob.userId };
  const outside = { Email: 'x@outside.test' };
  const table: [object, string][] = [
    [viewer(), 'To'],
    [viewer({}), 'To.0'],
    [viewer({ ...bob, GroupId: 1 }), 'To.0'],
    [viewer(bob, { UserId: 999_999_999 }), 'To.1.UserId'],
    [viewer({ UserId: w.other.userId }), 'To.0.UserId'],
    [viewer({ GroupId: 999_999_999 }), 'To.0.GroupId'],
    [viewer({ Email: 'not an address' }), 'To.0.Email'],
    [{ To: [bob], Role: 'Owner' }, 'Role'],
    [{ ...viewer(bob), ExpiresOn: '2020-01-01' }, 'ExpiresOn'],
    [{ ...viewer(outside), Link: { AllowView: true, Password: 'short' } }, 'Link.Password'],
    [{ ...viewer(outside), Link: { AllowView: true, ExpireStyle: 'days' } }, 'Link.ExpirationValue'],
    [{ ...viewer(outside), Link: { AllowView: true, Pasword: 'a long enough one' } }, 'Link.Pasword'],
    [{ ...viewer(bob), Mesage: 'Hello' }, 'Mesage'],
  ];
  for (const [body, instance] of table) {
    const answer = await give(body);
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.instance], [400, instance], answer.text);
  }
  assert.deepEqual(await mailsOf(w.ann), []);
});

test('nobody gives access without Grant, or a role with a right that they lack', async () => {
  const { w, folderId, give, entries } = await annsFolder();
  const body = (Role: string) => ({ To: [{ UserId: w.stranger.userId }], Role });
  assert.equal((await give(body('Viewer'), w.bob)).status, 403);
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Write'] });
  assert.equal((await give(body('Viewer'), w.bob)).status, 403);
  await app.sql`update permissions set allow = 9 where user_id = ${w.bob.userId}`;
  assert.equal((await give(body('Editor'), w.bob)).status, 403);
  const { Roles } = (await w.bob.api('GET', `/api/folders/${folderId}/place`)).body;
  assert.deepEqual(Roles, ['Viewer']);
  const link = { ...viewer({ Email: 'x@outside.test' }), Link: { AllowUpload: true } };
  assert.equal((await give(link, w.bob)).status, 403, 'a link needs the rights of a new share');
  assert.equal((await give(body('Viewer'), w.bob)).status, 200);
  assert.equal((await entries()).length, 2);
});

test('access ends at its time, and giving it again changes role and end', async () => {
  const { w, folderId, give, entries } = await annsFolder();
  const To = [{ UserId: w.bob.userId }];
  await give({ To, Role: 'Editor', ExpiresOn: '2026-03-10' });
  assert.equal((await entries())[0].ExpiresOn, '2026-03-10T23:59:59.999Z');
  assert.match((await mailsOf(w.ann))[0]?.text ?? '', /Your access expires on 10 March 2026 at 23:59 UTC\./);
  await give({ To, Role: 'Viewer' });
  const [entry] = await entries();
  assert.deepEqual([entry.Role, entry.ExpiresOn], ['Viewer', undefined]);
  await give({ To, Role: 'Viewer', ExpiresOn: '2026-03-10' });
  app.clock.now = new Date('2026-03-11T00:00:00Z');
  assert.equal((await w.bob.api('GET', `/api/folders/${folderId}`)).status, 403);
});

test('people whom a denial still blocks are named, and neither notified nor emailed', async () => {
  const { w, folderId, give } = await annsFolder();
  const carl = await w.addPerson('Carl');
  await grant(app, w.bob, { libraryId: w.ann.libraryId }, { deny: ['Read'] });
  await grant(app, carl, { libraryId: w.ann.libraryId }, { deny: ['Write'] });
  const group = await makeGroup(app, w.deploymentId, [carl]);
  const To = [{ UserId: w.bob.userId }, { GroupId: group.groupId }, { UserId: w.stranger.userId }];
  const { body } = await give({ To, Role: 'Editor' });
  assert.deepEqual(body.Blocked, [
    { UserId: w.bob.userId, Name: 'Bob', Role: null },
    { UserId: carl.userId, Name: 'Carl', Role: null },
  ]);
  assert.deepEqual(
    (await mailsOf(w.ann)).map(({ to }) => to),
    [w.stranger.email],
  );
  assert.deepEqual(await messagesOf(w.bob), []);
  assert.equal((await messagesOf(carl)).length, 1, 'Carl can view it');
  assert.ok(folderId > 0);
});

test('an entry that denies something is not replaced', async () => {
  const { w, folderId, give, entries } = await annsFolder();
  await grant(app, w.bob, { folderId }, { allow: ['Read'], deny: ['Write'] });
  const answer = await give({ To: [{ UserId: w.stranger.userId }, { UserId: w.bob.userId }], Role: 'Editor' });
  const title = 'An entry of this folder denies Bob access. Change that entry in the permissions first.';
  assert.deepEqual([answer.status, answer.body.title], [409, title]);
  assert.equal((await entries()).length, 1, 'nothing is given to anybody');
  await app.sql`update permissions set expires_at = ${app.clock.now} where user_id = ${w.bob.userId}`;
  assert.equal((await give({ To: [{ UserId: w.bob.userId }], Role: 'Editor' })).status, 200);
  assert.deepEqual((await entries())[0].Deny, [], 'a denial that has ended does not count');
});

test('of two people who give access at once, neither loses the entry of the other', async () => {
  const { w, folderId, path, give, entries } = await annsFolder();
  await grant(app, w.bob, { folderId }, { allow: ['Read', 'Grant'] });
  const carl = await w.addPerson('Carl');
  const { etag = '' } = Object.fromEntries((await w.ann.api('GET', `${path}/permissions`)).headers);
  const both = await app.sql.begin(async (tx) => {
    await tx`select from folders where folder_id = ${folderId} for update`;
    const sent = [give(viewer({ UserId: carl.userId })), give(viewer({ UserId: w.stranger.userId }), w.bob)];
    await untilWaiting(app, 2);
    return { answers: Promise.all(sent) };
  });
  assert.deepEqual(
    (await both.answers).map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await entries()).length, 3);
  const late = await w.ann.api('POST', `${path}/access`, viewer({ UserId: carl.userId }), { 'if-match': etag });
  assert.equal(late.status, 412, 'a precondition is about the entries');
});

test('emails count toward the daily limit, and a refused request gives nothing', async () => {
  const { w, give, entries } = await annsFolder();
  await w.admin.api('PATCH', '/api/settings', { MaxMailsPerUserPerDay: 2 });
  const To = [{ UserId: w.bob.userId }, { UserId: w.stranger.userId }, { Email: 'x@outside.test' }];
  assert.equal((await give({ To, Role: 'Viewer', Link: LINK })).status, 429);
  assert.deepEqual([await entries(), await messagesOf(w.bob), await mailsOf(w.ann)], [[], [], []]);
  assert.equal((await give({ To: To.slice(0, 2), Role: 'Viewer' })).status, 200);
});

test('a role is changed without emails, and only new readers are notified', async () => {
  const { w, give, entries } = await annsFolder();
  const quietly = (Role: string) => give({ To: [{ UserId: w.bob.userId }], Role, NotifyUsers: false });
  await quietly('Viewer');
  await quietly('Editor');
  assert.equal((await entries())[0].Role, 'Editor');
  assert.equal((await messagesOf(w.bob)).length, 1);
  assert.deepEqual(await mailsOf(w.ann), []);
});

test('an item has at most a thousand entries', async () => {
  const { w, folderId, give } = await annsFolder();
  await app.sql`
    with made as (
      insert into groups (deployment_id, name, name_key, created_at)
      select ${w.deploymentId}, 'g' || n, 'g' || n, ${app.clock.now} from generate_series(1, 1000) n returning group_id)
    insert into permissions (deployment_id, group_id, folder_id, allow, deny, created_at)
    select ${w.deploymentId}, group_id, ${folderId}, 1, 0, ${app.clock.now} from made`;
  const { status, body } = await give(viewer({ UserId: w.bob.userId }));
  assert.deepEqual([status, body.errors[0].instance], [400, 'To']);
});
