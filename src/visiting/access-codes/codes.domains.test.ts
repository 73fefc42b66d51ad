import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from '../visits/visitor.fixture.ts';
import { startCodes } from './codes.fixture.ts';
import { pruneUnprovedJob } from './codes.jobs.ts';

const { app, codeFor, mailsTo } = await startCodes();

/** A link for addresses of one domain, and a visitor of it from an address of their own. */
async function linkFor(domain: string, more: Record<string, unknown> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const path = `/api/folders/${folderId}/shares`;
  const body = { AllowView: true, AccessCodeRequired: true, AllowedDomains: [domain.toUpperCase()], ...more };
  const share = (await ann.api('POST', path, body)).body;
  const from = () => {
    const somebody = visitor(app, share.ReferenceString);
    const headers = {
      'x-forwarded-for': `198.51.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    };
    const post = (at: string, wanted: object) => somebody.ask('POST', at, wanted, headers);
    return { ...somebody, post };
  };
  return { w, ann, folderId, share, self: `${path}/${share.ShareId}`, from };
}

const MINUTE_MS = 60_000;
const newDomain = () => `d${crypto.randomUUID().slice(0, 8)}.test`;

test('anyone with an address in an allowed domain gets a code, and becomes a visitor of the link', async () => {
  const domain = newDomain();
  const { ann, self, share, from } = await linkFor(domain);
  assert.deepEqual(share.AllowedDomains, [domain]);
  const somebody = from();
  const { post } = somebody;
  assert.equal((await somebody.ask('GET', '')).body.Code.AcceptsEmail, true);
  const Email = `New@${domain}`;
  const sent = await post('/codes', { Email });
  assert.equal(sent.status, 202);
  assert.equal((await post('/unlock', { Email, Code: '000000x' })).status, 403);
  const opened = await post('/unlock', { Email, Code: await codeFor(`new@${domain}`) });
  assert.deepEqual([opened.status, opened.body.IsUnlocked, opened.body.Item.Name], [200, true, 'Plans']);
  const visitors = (await ann.api('GET', `${self}/visitors`)).body;
  const shown = visitors.map((one: Record<string, unknown>) => [one['Recipient'], one['HasJoined'], one['OpenCount']]);
  assert.deepEqual(shown, [
    [null, false, 0],
    [`new@${domain}`, true, 1],
  ]);
  const [own] = (await ann.api('GET', '/api/users/me/shares')).body;
  assert.deepEqual([own.Recipients, own.OpenCount], [[], 1]);
  assert.deepEqual((await ann.api('GET', `${self}/recipients`)).body, []);
});

test('an address outside the domains gets the same answers and no mail', async () => {
  const domain = newDomain();
  const { from, share } = await linkFor(domain, { Recipients: ['x@recipients.test'], NotifyRecipients: false });
  const outside = `x@sub.${domain}`;
  const [inDomain, other] = [from(), from()];
  for (const { status } of [
    await inDomain.post('/codes', { Email: `a@${domain}` }),
    await other.post('/codes', { Email: outside }),
  ]) {
    assert.equal(status, 202);
  }
  assert.deepEqual(
    [
      (await inDomain.post('/codes', { Email: `a@${domain}` })).status,
      (await other.post('/codes', { Email: outside })).status,
    ],
    [429, 429],
  );
  assert.equal((await other.post('/unlock', { Email: outside, Code: '123456' })).status, 403);
  assert.deepEqual([await mailsTo(`a@${domain}`), await mailsTo(outside)], [1, 0]);
  assert.equal((await other.post('/codes', { Email: 'no address' })).status, 400);
  const rows = await app.sql`select email from share_recipients where share_id = ${share.ShareId} and has_joined`;
  assert.deepEqual([...rows], [{ email: `a@${domain}` }]);
});

test('a domain that is no longer allowed locks the visits of its addresses', async () => {
  const domain = newDomain();
  const { ann, self, from } = await linkFor(domain, { Recipients: ['x@recipients.test'], NotifyRecipients: false });
  const somebody = from();
  const { post } = somebody;
  const Email = `new@${domain}`;
  await post('/codes', { Email });
  await post('/unlock', { Email, Code: await codeFor(Email) });
  assert.equal((await somebody.ask('GET', '')).body.IsUnlocked, true);
  await ann.api('PATCH', self, { AllowedDomains: ['other.test'] });
  assert.equal((await somebody.ask('GET', '')).body.IsUnlocked, false);
  await ann.api('PATCH', self, { AllowedDomains: [] });
  assert.equal((await post('/codes', { Email })).status, 400, 'the link opens by personal links only');
});

/** A thousand recipients who came by the domain. `codeAt`: when their codes were issued, null once they have opened the link. */
async function fill(share: { ShareId: number }, deploymentId: number, domain: string, codeAt: Date | null) {
  const openedAt = codeAt === null ? app.clock.now : null;
  await app.sql`
    insert into share_recipients (deployment_id, share_id, email, key_salt, key_hash, has_joined, code_issued_at, first_opened_at)
    select ${deploymentId}, ${share.ShareId}, n || ${`@${domain}`}, '', sha256(convert_to(${domain} || n, 'UTF8')), true,
      ${codeAt}, ${openedAt}
    from generate_series(1, 1000) n`;
}

test('a link accepts at most a thousand recipients by allowed domains', async () => {
  const domain = newDomain();
  const { from, share, ann } = await linkFor(domain);
  await fill(share, ann.deploymentId, domain, null);
  const late = from();
  assert.equal((await late.post('/codes', { Email: `late@${domain}` })).status, 202);
  assert.equal((await from().post('/codes', { Email: `7@${domain}` })).status, 202);
  assert.deepEqual([await mailsTo(`late@${domain}`), await mailsTo(`7@${domain}`)], [0, 1]);
});

test('unverified addresses count toward the limit until their code expires, are not shown, and are deleted after a day', async () => {
  const domain = newDomain();
  const { from, share, ann, self } = await linkFor(domain);
  await fill(share, ann.deploymentId, domain, app.clock.now);
  const late = { Email: `late@${domain}` };
  const ask = async () => assert.equal((await from().post('/codes', late)).status, 202);
  await ask();
  assert.equal(await mailsTo(late.Email), 0);
  app.clock.advance(10 * MINUTE_MS);
  await ask();
  assert.equal((await from().post('/unlock', { ...late, Code: await codeFor(late.Email) })).status, 200);
  const emails = async (path: string) =>
    (await ann.api('GET', path)).body.map((one: { Recipient: string | null }) => one.Recipient);
  assert.deepEqual(await emails(`${self}/visitors`), [null, late.Email]);
  const stored = async () => {
    await pruneUnprovedJob.run(app.deps, null);
    const [row] = await app.sql`select count(*)::int as count from share_recipients where share_id = ${share.ShareId}`;
    return row?.['count'];
  };
  assert.equal(await stored(), 1001);
  app.clock.advance(24 * 60 * MINUTE_MS);
  assert.equal(await stored(), 1);
});

test('a hundred wrong codes for entered addresses block further codes at a link, but not at its personal links', async () => {
  const domain = newDomain();
  const named = `x@${domain}`;
  const { ann, from, self } = await linkFor(domain, { Recipients: [named], NotifyRecipients: false });
  const enterWrong = async (n: number) =>
    (await from().post('/unlock', { Email: `${n % 40}@${domain}`, Code: 'wrong!' })).status;
  const statuses = await Promise.all(Array.from({ length: 110 }, async (_, n) => enterWrong(n)));
  const count = (status: number) => statuses.filter((one) => one === status).length;
  assert.deepEqual([count(403), count(429)], [100, 10]);
  const [{ WebUri }] = (await ann.api('GET', `${self}/recipients`)).body;
  const Recipient = new URL(WebUri).searchParams.get('recipient');
  const person = from();
  assert.equal((await person.post('/codes', { Recipient })).status, 202);
  assert.equal((await person.post('/unlock', { Recipient, Code: await codeFor(named) })).status, 200);
});

test('a link sends no more codes to entered addresses after 300 requests in an hour, whatever the address', async () => {
  const domain = newDomain();
  const { from } = await linkFor(domain);
  const ask = async (n: number) => (await from().post('/codes', { Email: `${n}@elsewhere.test` })).status;
  const statuses = await Promise.all(Array.from({ length: 300 }, async (_, n) => ask(n)));
  assert.ok(statuses.every((status) => status === 202));
  for (const Email of [`a@${domain}`, 'b@elsewhere.test']) {
    assert.equal((await from().post('/codes', { Email })).status, 429);
  }
});
