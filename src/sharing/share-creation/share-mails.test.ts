import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Email } from 'postal-mime';
import { startApp } from '../../../test/harness.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { worldWithItems } from './share-creation.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });
const domain = 'recipients.test';

/** The personal link in a mail, which both of its bodies must hold. */
function linkIn(mail: Email): URL {
  const [link = ''] = /http:\/\/web\.test\S+/.exec(mail.text ?? '') ?? [];
  assert.ok(mail.html?.includes(`href="${link}"`), 'the HTML has the same link');
  return new URL(link);
}

/** The recipient of a personal link, looked up as visits do it. */
async function ownerOf(link: URL): Promise<{ email: string; shareId: number } | undefined> {
  const reference = link.pathname.split('/').at(-1) ?? '';
  const [row] = await app.sql<{ email: string; shareId: number }[]>`
    select r.email, s.share_id as "shareId"
    from shares s join share_recipients r using (deployment_id, share_id)
    where s.reference_hash = ${hashSecret(reference)} and r.key_hash = ${hashSecret(link.searchParams.get('recipient') ?? '')}`;
  return row;
}

test('each recipient is mailed their own link with sharer, item, permissions and expiry', async () => {
  const { w, ann, folder, folderId } = await worldWithItems(app, 'Plans <2027>');
  await w.admin.api('PATCH', '/api/settings', { Branding: { Name: 'Smith & Sons', Color: '#aa0000' } });
  const { body } = await ann.api('POST', folder, {
    AllowView: true,
    AllowDownload: true,
    AllowUpload: true,
    Recipients: [`x@${domain}`, `y@${domain}`],
    ExpireStyle: 'date',
    ExpiresOn: '2026-05-01T12:30:00Z',
    Password: 'long enough',
  });
  await app.runJobs();
  assert.equal(server.received.length, 2);
  const [x, y] = [server.takeMailTo(`x@${domain}`), server.takeMailTo(`y@${domain}`)];
  assert.equal(x.subject, 'Ann shared “Plans <2027>”');
  assert.deepEqual([x.to?.map((to) => to.address), x.cc], [[`x@${domain}`], undefined]);
  const link = linkIn(x);
  assert.equal(link.href.split('?')[0], body.Links.WebUri);
  assert.deepEqual(await ownerOf(link), { email: `x@${domain}`, shareId: body.ShareId });
  assert.deepEqual(await ownerOf(linkIn(y)), { email: `y@${domain}`, shareId: body.ShareId });
  assert.notEqual(link.search, linkIn(y).search);
  const says = [
    `Ann (${ann.email}) shared the folder “Plans <2027>” with you. You can view it, download it, and upload documents to it.`,
    `Open folder:\n${link.href}`,
    'This link requires a password. Ask Ann for it. The link expires on 1 May 2026 at 12:30 UTC.',
    '-- \nSmith & Sons',
  ];
  assert.equal(x.text?.trim(), says.join('\n\n'));
  assert.match(x.html ?? '', /Plans &lt;2027&gt;/);
  assert.match(x.html ?? '', /color:#aa0000"><!--logo-->Smith &amp; Sons</);
  assert.ok(!JSON.stringify([x.text, x.html]).includes('long enough'), 'the password is not mailed');
  assert.deepEqual((await ann.api('GET', `/api/folders/${folderId}/shares/${body.ShareId}/recipients`)).body, [
    { Recipient: `x@${domain}`, WebUri: link.href },
    { Recipient: `y@${domain}`, WebUri: linkIn(y).href },
  ]);
});

test('the mail of each kind of share explains its purpose', async () => {
  const { ann, folder, document } = await worldWithItems(app, 'Plans <2027>');
  const wordsOf = async (path: string, body: Record<string, unknown>) => {
    await ann.api('POST', path, { AllowView: true, Recipients: [`x@${domain}`], ...body });
    await app.runJobs();
    const { subject, text = '' } = server.takeMailTo(`x@${domain}`);
    return { subject, text: text.replaceAll(/\s+/g, ' ') };
  };
  const edit = await wordsOf(document, { AllowEdit: true, AccessCodeRequired: true });
  assert.equal(edit.subject, 'Ann shared “a.txt”');
  assert.match(edit.text, /shared the document “a\.txt” with you\. You can view it and upload new versions of it\./);
  assert.match(
    edit.text,
    /Open document: http.* This link is only for you\. When you open it, we email you an access code\./,
  );
  assert.match(edit.text, /The link doesn’t expire\./);
  const download = await wordsOf(document, { AllowView: false, AllowDownload: true });
  assert.match(download.text, /You can view it and download it\./);
  const template = await wordsOf(folder, { ShareType: 'Template', AllowUpload: true });
  assert.equal(template.subject, 'Ann requested documents for “Plans <2027>”');
  assert.match(template.text, /is requesting documents for “Plans <2027>”\. Upload documents: http/);
});

test('copies are sent with each mail, except to its recipients', async () => {
  const { ann, document } = await worldWithItems(app, 'Plans <2027>');
  const Recipients = [`x@${domain}`, `y@${domain}`];
  const EmailRecipientsCc = [`boss@${domain}`, `Y@${domain.toUpperCase()}`, `boss@${domain}`];
  await ann.api('POST', document, { AllowView: true, AccessCodeRequired: true, Recipients, EmailRecipientsCc });
  await app.runJobs();
  const byRecipient = server.received
    .splice(0)
    .map(({ to, mail }) => [mail.to?.map(({ address }) => address), mail.cc?.map(({ address }) => address), to]);
  assert.deepEqual(
    byRecipient.sort((a, b) => String(a).localeCompare(String(b))),
    [
      [[`x@${domain}`], [`boss@${domain}`, `y@${domain}`], [`x@${domain}`, `boss@${domain}`, `y@${domain}`]],
      [[`y@${domain}`], [`boss@${domain}`], [`y@${domain}`, `boss@${domain}`]],
    ],
  );
});

test("the creator's text is the subject and part of the body, never markup", async () => {
  const { ann, document } = await worldWithItems(app, 'Plans <2027>');
  const CustomEmailText = 'Dear <b>all</b>,\r\nhere it is.\n\n\nAnn & co\n';
  await ann.api('POST', document, {
    AllowView: true,
    Recipients: [`x@${domain}`],
    CustomEmailHeader: ' Grüße \t aus Köln ',
    CustomEmailText,
  });
  await app.runJobs();
  const mail = server.takeMailTo(`x@${domain}`);
  assert.equal(mail.subject, 'Grüße aus Köln');
  assert.match(mail.text ?? '', /Message from Ann:\n\nDear <b>all<\/b>,\nhere it is\.\n\nAnn & co\n\nOpen document:/);
  assert.match(mail.html ?? '', /<p>Dear &lt;b&gt;all&lt;\/b&gt;,<br \/>here it is\.<\/p><p>Ann &amp; co<\/p>/);
});

test('a blank subject is the default one', async () => {
  const { ann, document } = await worldWithItems(app, 'Plans <2027>');
  for (const [index, CustomEmailHeader] of [' ', '\u200b'].entries()) {
    const Recipients = [`blank${index}@${domain}`];
    await ann.api('POST', document, { AllowView: true, Recipients, CustomEmailHeader });
    await app.runJobs();
    assert.match(server.takeMailTo(`blank${index}@${domain}`).subject ?? '', /^Ann shared “/);
  }
});

test('a subject with a line break, or too long texts, are refused', async () => {
  const { ann, folder, document } = await worldWithItems(app, 'Plans <2027>');
  const refusals: [string, unknown][] = [
    ...['a\nb', 'a\r\nBcc: victim@elsewhere.test', 'a\u2028b', 'a\u0085b'].map(
      (text) => ['CustomEmailHeader', text] as const,
    ),
    ['CustomEmailHeader', 'x'.repeat(256)],
    ['CustomEmailHeader', 7],
    ['CustomEmailText', 'x'.repeat(10_001)],
  ] as [string, unknown][];
  for (const [name, value] of refusals) {
    for (const path of [folder, document]) {
      const { status, body } = await ann.api('POST', path, {
        AllowView: true,
        Recipients: [`x@${domain}`],
        [name]: value,
      });
      assert.deepEqual([status, body.errors[0].instance], [400, name], String(value).slice(0, 40));
    }
  }
  await app.runJobs();
  assert.deepEqual(server.received, []);
});

test('hostile and malformed addresses are refused in every field', async () => {
  const { ann, document } = await worldWithItems(app, 'Plans <2027>');
  const hostile = [
    '',
    ' ',
    'nobody',
    'a@',
    '@b',
    'a b@c.test',
    'a@b@c',
    '"a b"@c.test',
    'a@[127.0.0.1]',
    'a..b@c.test',
    'a@b.test\r\nBcc: x@y.test',
    'a@b.test, x@y.test',
    'A <a@b.test>',
    'a@b.test;x@y.test',
    'a\u0000@b.test',
    `${'a'.repeat(65)}@b.test`,
    7,
    null,
    {},
    ['a@b.test'],
  ];
  for (const address of hostile) {
    for (const list of ['Recipients', 'EmailRecipientsCc']) {
      const body = { AllowView: true, Recipients: [`x@${domain}`], [list]: [`x@${domain}`, address] };
      const answer = await ann.api('POST', document, body);
      assert.deepEqual([answer.status, answer.body.errors[0].instance], [400, `${list}.1`], JSON.stringify(address));
    }
  }
  assert.deepEqual((await ann.api('GET', document)).body, []);
});

test('a hundred recipients get a link each, duplicates count once, and one more is refused', async () => {
  const { ann, folder } = await worldWithItems(app, 'Plans <2027>');
  const Recipients = Array.from({ length: 100 }, (_, index) => `p${index}@${domain}`);
  const repeated = [...Recipients, `P0@${domain}`, ` p1@${domain} `];
  for (const list of ['Recipients', 'EmailRecipientsCc']) {
    const tooMany = { AllowView: true, Recipients, [list]: [...repeated, `one-more@${domain}`] };
    const { status, body } = await ann.api('POST', folder, tooMany);
    assert.deepEqual([status, body.errors[0].instance], [400, list]);
  }
  const { body } = await ann.api('POST', folder, { AllowView: true, Recipients: repeated });
  await app.runJobs();
  const mails = server.received.splice(0);
  const links = mails.map(({ mail }) => linkIn(mail));
  assert.equal(new Set(links.map(({ href }) => href)).size, 100);
  const listed = (await ann.api('GET', `${folder}/${body.ShareId}/recipients`)).body;
  assert.deepEqual(
    listed.map((entry: { Recipient: string }) => entry.Recipient),
    Recipients,
  );
  assert.deepEqual(new Set(listed.map((entry: { WebUri: string }) => entry.WebUri)), new Set(links.map(String)));
});

test('NotifyRecipients false sends no mail but creates the links', async () => {
  const { ann, document, w } = await worldWithItems(app, 'Plans <2027>');
  const wanted = { AllowView: true, NotifyRecipients: false, Recipients: [`x@${domain}`], CustomEmailText: 'Hello' };
  const { body } = await ann.api('POST', document, wanted);
  await app.runJobs();
  assert.deepEqual(server.received, []);
  assert.equal((await app.sql`select from mails where deployment_id = ${w.deploymentId}`).length, 0);
  const [entry] = (await ann.api('GET', `${document}/${body.ShareId}/recipients`)).body;
  assert.deepEqual(await ownerOf(new URL(entry.WebUri)), { email: `x@${domain}`, shareId: body.ShareId });
});

test('links are in mails only: not in jobs, logs, or rows after sending', async () => {
  const { ann, document, w } = await worldWithItems(app, 'Plans <2027>');
  const { body } = await ann.api('POST', document, { AllowView: true, Recipients: [`x@${domain}`] });
  const [entry] = (await ann.api('GET', `${document}/${body.ShareId}/recipients`)).body;
  const secrets = [body.Links.WebUri.split('/').at(-1), new URL(entry.WebUri).searchParams.get('recipient')];
  const jobs = await app.sql`select payload::text from graphile_worker._private_jobs`;
  assert.ok(jobs.length > 0);
  await app.runJobs();
  server.takeMailTo(`x@${domain}`);
  const rows = [
    ...(await app.sql`select * from mails where deployment_id = ${w.deploymentId}`),
    ...(await app.sql`select * from shares where share_id = ${body.ShareId}`),
    ...(await app.sql`select * from share_recipients where share_id = ${body.ShareId}`),
    ...(await app.sql`select * from activity where deployment_id = ${w.deploymentId}`),
  ];
  for (const secret of secrets) {
    assert.match(secret, /^[\w-]{22}$/);
    assert.ok(!JSON.stringify([jobs, rows, app.logs]).includes(secret));
  }
});

test('only the creator can list the recipients of a share', async () => {
  const { w } = await worldWithItems(app, 'Plans <2027>');
  const { body: library } = await w.admin.api('POST', '/api/libraries', { LibraryName: crypto.randomUUID() });
  const folderId = await w.admin.folder(library.LibraryId, 'Shared');
  const documentId = await w.admin.document(folderId, 'a.txt');
  await w.admin.api('PUT', `/api/folders/${folderId}/permissions`, [
    { UserId: w.ann.userId, Allow: ['Grant'] },
    { UserId: w.bob.userId, Allow: ['Grant'] },
  ]);
  for (const [kind, id, other] of [
    ['folders', folderId, 'documents'],
    ['documents', documentId, 'folders'],
  ] as const) {
    const wanted = { AllowView: true, NotifyRecipients: false, Recipients: [`x@${domain}`] };
    const { body } = await w.ann.api('POST', `/api/${kind}/${id}/share`, wanted);
    for (const form of ['share', 'shares']) {
      const path = `/api/${kind}/${id}/${form}/${body.ShareId}/recipients`;
      const statusFor = async (person: { api: typeof w.ann.api }, at = path) => (await person.api('GET', at)).status;
      assert.deepEqual(
        await Promise.all([w.ann, w.bob, w.admin, w.stranger, w.other, w.anonymous].map((person) => statusFor(person))),
        [200, 403, 403, 403, 404, 401],
      );
      assert.equal(await statusFor(w.ann, path.replace(`${body.ShareId}/`, '999999999/')), 404);
      assert.equal(await statusFor(w.ann, path.replace(kind, other)), 404);
    }
    await w.bob.api('DELETE', `/api/${kind}/${id}/share/${body.ShareId}`);
    assert.equal((await w.ann.api('GET', `/api/${kind}/${id}/share/${body.ShareId}/recipients`)).status, 404);
  }
});
