import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
const self = (userId: number) => ({ Self: `http://carrel.test/api/users/${userId}` });
const address = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@people.test`;
const mailsTo = (email: string) => app.sql`select subject, text_body from mails where recipient = ${email}`;

test('every user gets themselves, with their deployment and personal library', async () => {
  const { ann, anonymous } = await app.world();
  const { status, body } = await ann.api('GET', '/api/users/me');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    UserId: ann.userId,
    Email: ann.email,
    Name: 'Ann',
    IsSiteAdmin: false,
    DateCreated: app.clock.now.toISOString(),
    PictureUri: null,
    Links: self(ann.userId),
    DeploymentId: ann.deploymentId,
    DeploymentName: body.DeploymentName,
    PersonalLibraryId: ann.libraryId,
    Branding: { Name: null, Color: null, LogoUri: null },
    EnablePurging: body.EnablePurging,
    SecondFactorDue: null,
    IsLimited: false,
    TimeZone: null,
    Language: 'en',
    MailPreferences: body.MailPreferences,
  });
  assert.equal(typeof body.EnablePurging, 'boolean');
  assert.match(body.DeploymentName, /^Deployment /);
  assert.equal((await anonymous.api('GET', '/api/users/me')).status, 401);
});

test('every user lists the users of their deployment by name, in pages', async () => {
  const w = await app.world();
  await w.addPerson('anna');
  const { status, body } = await w.stranger.api('GET', '/api/users');
  assert.equal(status, 200);
  const names = body.map((user: { Name: string }) => user.Name);
  assert.deepEqual(names, ['Admin', 'Ann', 'anna', 'Bob', 'Stranger']);
  const {
    DeploymentId: _d,
    DeploymentName: _n,
    PersonalLibraryId: _l,
    Branding: _b,
    EnablePurging: _e,
    SecondFactorDue: _s,
    IsLimited: _i,
    TimeZone: _t,
    Language: _g,
    MailPreferences: _m,
    ...ann
  } = (await w.ann.api('GET', '/api/users/me')).body;
  assert.deepEqual(body[1], ann);
  const seen: string[] = [];
  for (let path = '/api/users?top=2'; path !== '';) {
    const page = await w.ann.api('GET', path);
    seen.push(...page.body.map((user: { Name: string }) => user.Name));
    path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]?.replace('http://carrel.test', '') ?? '';
  }
  assert.deepEqual(seen, names);
  assert.equal((await w.anonymous.api('GET', '/api/users')).status, 401);
});

test('query finds beginnings of names and addresses, ignoring case, with wildcards taken literally', async () => {
  const w = await app.world();
  const find = async (query: string) =>
    (await w.bob.api('GET', `/api/users?query=${encodeURIComponent(query)}`)).body.map((u: { Name: string }) => u.Name);
  assert.deepEqual(await find('AN'), ['Ann']);
  assert.deepEqual(await find(w.bob.email.toUpperCase()), ['Bob']);
  assert.deepEqual(await find('nn'), []);
  for (const query of ['%', '_nn', '\\', "'"]) assert.deepEqual(await find(query), []);
  assert.equal((await find('')).length, 4);
  assert.equal((await w.bob.api('GET', '/api/users?query=%00')).status, 400);
  assert.equal((await w.bob.api('GET', '/api/users?top=0')).status, 400);
  assert.equal((await w.bob.api('GET', '/api/users?after=x')).status, 400);
});

test('a site admin creates a user with a password: 201, Location, a personal library, able to sign in, no mail', async () => {
  const w = await app.world();
  const email = address('Carl');
  const wanted = { Email: ` ${email} `, Name: '  Carl  Cox ', IsSiteAdmin: false, Password: 'a good password' };
  const { status, headers, body } = await w.admin.api('POST', '/api/users', wanted);
  assert.equal(status, 201);
  assert.deepEqual(body, {
    UserId: body.UserId,
    Email: email,
    Name: 'Carl  Cox',
    IsSiteAdmin: false,
    DateCreated: app.clock.now.toISOString(),
    PictureUri: null,
    Links: self(body.UserId),
  });
  assert.equal(headers.get('location'), body.Links.Self);
  assert.deepEqual((await w.admin.api('GET', `/api/users/${body.UserId}`)).body, body);
  const carl = await signIn(w, { ...w.ann, email, password: wanted.Password });
  const me = (await carl.api('GET', '/api/users/me')).body;
  const libraries = (await carl.api('GET', '/api/libraries')).body;
  assert.deepEqual(
    libraries.map((l: { LibraryId: number; LibraryName: string }) => [l.LibraryId, l.LibraryName]),
    [[me.PersonalLibraryId, 'My Library']],
  );
  assert.equal((await mailsTo(email)).length, 0);
});

test('without a password an invitation is mailed', async () => {
  const w = await app.world();
  const email = address('dora');
  const { status, body } = await w.admin.api('POST', '/api/users', { Email: email, Name: 'Dora', Password: '' });
  assert.deepEqual([status, body.IsSiteAdmin], [201, false]);
  const [mail] = await mailsTo(email);
  assert.match(mail?.['text_body'], /\/invitation#/);
});

test('a taken address, ignoring case, returns 409, and of concurrent creates one succeeds', async () => {
  const w = await app.world();
  const taken = w.ann.email.toUpperCase();
  assert.equal((await w.admin.api('POST', '/api/users', { Email: taken, Name: 'X' })).status, 409);
  assert.equal((await w.admin.api('PATCH', `/api/users/${w.bob.userId}`, { Email: taken })).status, 409);
  const email = address('race');
  const answers = await Promise.all(
    [1, 2, 3].map(() => w.admin.api('POST', '/api/users', { Email: email, Name: 'R' })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [201, 409, 409],
  );
  assert.equal((await mailsTo(email)).length, 1);
});

test('invalid addresses, names and passwords return 400 and create nobody', async () => {
  const w = await app.world();
  const good = { Email: address('good'), Name: 'Good' };
  await w.admin.api('PATCH', '/api/settings', { PasswordPolicy: { RequireDigit: true } });
  const bad = [
    { ...good, Email: 'nobody' },
    { ...good, Email: null },
    { ...good, Email: 'a@b@c.test' },
    { ...good, Name: '  ' },
    { ...good, Name: 'x'.repeat(200) },
    { ...good, Name: 'evil\u202Egpj.exe' },
    { ...good, Name: 'line\nbreak' },
    { ...good, Name: 5 },
    { ...good, IsSiteAdmin: 'yes' },
    { ...good, Password: 'short1' },
    { ...good, Password: 'no digit in it' },
    { ...good, Password: 'Password1' },
    { ...good, Password: '1 tulip at good river' },
    { ...good, Password: `1${'x'.repeat(1024)}` },
    { Name: 'Good' },
    {},
    [],
  ];
  for (const body of bad) {
    assert.equal((await w.admin.api('POST', '/api/users', body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await app.sql`select from users where email = ${good.Email}`).length, 0);
  assert.equal((await w.admin.api('POST', '/api/users', { ...good, Password: 'one digit: 1' })).status, 201);
});

test('a user is readable by themselves and by site admins; others get 403, other deployments 404', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}`;
  for (const [person, status] of [
    [w.ann, 200],
    [w.admin, 200],
    [w.bob, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('GET', path)).status, status);
  }
  for (const id of ['999999999', 'abc', '0', '-1', '1.5', '9223372036854775808']) {
    assert.equal((await w.admin.api('GET', `/api/users/${id}`)).status, 404);
  }
});

test('creating, changing and deleting users is for site admins of the deployment', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}`;
  const before = (await w.admin.api('GET', '/api/users')).body;
  for (const [person, status] of [
    [w.ann, 403],
    [w.bob, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('PATCH', path, { IsSiteAdmin: true })).status, status);
    assert.equal((await person.api('DELETE', path)).status, status);
    if (status !== 404) assert.equal((await person.api('POST', '/api/users', {})).status, status);
  }
  assert.deepEqual((await w.admin.api('GET', '/api/users')).body, before);
});

test('a site admin changes name, address and role; missing fields stay unchanged', async () => {
  const w = await app.world();
  const path = `/api/users/${w.ann.userId}`;
  const { body: before } = await w.admin.api('GET', path);
  const email = address('ann.new');
  const renamed = await w.admin.api('PATCH', path, { Name: 'Ann Other', Email: null });
  assert.deepEqual([renamed.status, renamed.body], [200, { ...before, Name: 'Ann Other' }]);
  const changed = await w.admin.api('PATCH', path, { Email: email, IsSiteAdmin: true });
  assert.deepEqual(changed.body, { ...before, Name: 'Ann Other', Email: email, IsSiteAdmin: true });
  assert.deepEqual((await w.admin.api('GET', path)).body, changed.body);
  assert.equal((await w.ann.api('GET', '/api/groups')).status, 200);
  assert.equal((await mailsTo(email)).length, 0);
  for (const body of [{}, { Name: '' }, { Name: ' ' }, { Email: 'x' }, { IsSiteAdmin: 1 }]) {
    assert.equal((await w.admin.api('PATCH', path, body)).status, 400, JSON.stringify(body));
  }
  assert.equal((await w.admin.api('PATCH', path, { Email: email.toUpperCase() })).status, 200);
});

test('a new address voids links mailed to the old one, and a user without a password is invited again', async () => {
  const w = await app.world();
  const [old, fresh] = [address('old'), address('fresh')];
  const { body } = await w.admin.api('POST', '/api/users', { Email: old, Name: 'Eve' });
  const links = () => app.sql`select link_hash from one_time_links where user_id = ${body.UserId}`;
  const [first] = await links();
  await w.admin.api('PATCH', `/api/users/${body.UserId}`, { Email: fresh });
  const [second, ...more] = await links();
  assert.deepEqual(more, []);
  assert.notDeepEqual(second, first);
  assert.match((await mailsTo(fresh))[0]?.['text_body'], /\/invitation#/);
});

test('the old address is notified of who changed it, and the user finds it in their own log', async () => {
  const w = await app.world();
  const fresh = address('taken.over');
  await w.admin.api('PATCH', `/api/users/${w.ann.userId}`, { Email: fresh });
  const [mail, ...more] = await mailsTo(w.ann.email);
  assert.deepEqual(more, []);
  for (const named of [w.admin.email, w.ann.email, fresh]) assert.ok(mail?.['text_body'].includes(named), named);
  const logged = await app.sql`
    select user_id, content_name, details from activity
    where deployment_id = ${w.deploymentId} and activity_type = 'UserChanged' order by activity_id`;
  const details = { email: fresh, ofUserId: w.ann.userId, doneByUserId: w.admin.userId };
  assert.deepEqual(
    logged.map((row) => ({ ...row })),
    [w.admin.userId, w.ann.userId].map((user_id) => ({ user_id, content_name: fresh, details })),
  );
});

test('the last site admin cannot be demoted; with another one the role can be removed', async () => {
  const w = await app.world();
  const path = `/api/users/${w.admin.userId}`;
  assert.equal((await w.admin.api('PATCH', path, { IsSiteAdmin: false })).status, 409);
  assert.equal((await w.admin.api('PATCH', path, { IsSiteAdmin: true, Name: 'Boss' })).status, 200);
  const second = await w.addPerson('Second', { isSiteAdmin: true });
  assert.equal((await second.api('PATCH', path, { IsSiteAdmin: false })).body.IsSiteAdmin, false);
  assert.equal((await w.admin.api('GET', '/api/groups')).status, 403);
  assert.equal((await second.api('PATCH', `/api/users/${second.userId}`, { IsSiteAdmin: false })).status, 409);
});

test('of two site admins who demote each other concurrently one remains', async () => {
  for (let i = 0; i < 5; i++) {
    const w = await app.world();
    const second = await w.addPerson('Second', { isSiteAdmin: true });
    const answers = await Promise.all([
      w.admin.api('PATCH', `/api/users/${second.userId}`, { IsSiteAdmin: false }),
      second.api('PATCH', `/api/users/${w.admin.userId}`, { IsSiteAdmin: false }),
    ]);
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    // The losing request may also get 403, if the winner has already removed the role.
    assert.ok(statuses[0] === 200 && (statuses[1] === 409 || statuses[1] === 403), String(statuses));
    const [row] = await app.sql`
      select count(*) as admins from users where deployment_id = ${w.deploymentId} and is_site_admin`;
    assert.equal(row?.['admins'], 1);
  }
});

test('changes of users are logged', async () => {
  const w = await app.world();
  const { body } = await w.admin.api('POST', '/api/users', { Email: address('log'), Name: 'Log' });
  await w.admin.api('PATCH', `/api/users/${body.UserId}`, { IsSiteAdmin: true });
  await w.admin.api('DELETE', `/api/users/${body.UserId}`);
  const rows = await app.sql`
    select activity_type, content_name from activity
    where deployment_id = ${w.deploymentId} and user_id = ${w.admin.userId} and activity_type like 'User%'
    order by activity_id`;
  assert.deepEqual(
    rows.map((row) => [row['activity_type'], row['content_name']]),
    ['UserCreated', 'UserChanged', 'UserDeleted'].map((type) => [type, body.Email]),
  );
});
