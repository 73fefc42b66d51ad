import { answered, follow, refused, same } from '../checks.ts';
import { NotApplicable } from '../mismatch.ts';
import { type Rule, rule } from '../rule.ts';
import { type World, poll } from '../world.ts';
import { cookieOf, linked, outsider } from './new-share.ts';

/** Rules of docs/api/links.md#access-codes. */
export const accessCodes: Rule[] = [
  rule('access-codes', 'the link of the share itself opens nothing', async (w) => {
    const { link, folderId } = await linked(w, { AccessCodeRequired: true, Recipients: [outsider(w, 'closed')] });
    const visit = answered(await w.anonymous.get(link), 200);
    const got = ['Protection', 'IsUnlocked', 'Item'].map((name) => visit.body.at(name));
    same(visit, got, ['code', false, null], 'protection, lock and item');
    refused(await w.anonymous.get(`${link}/folders/${folderId}`), 401);
  }),
  rule('access-codes', 'the code that is emailed unlocks the link once', async (w) => {
    await requireKeptEmails(w);
    const { link, folderId, recipient, address } = await personal(w);
    answered(await w.anonymous.get(`/folder/${folderId}/share/${link.slice(6)}?recipient=${recipient}`), 200);
    const code = await codeFor(w, address);
    const wrong = code === '000000' ? '000001' : '000000';
    const refusal = refused(await w.anonymous.post(`${link}/unlock`, { Recipient: recipient, Code: wrong }), 403);
    same(refusal, typeof refusal.body.at('TriesLeft'), 'number', 'the type of TriesLeft');
    const unlocked = answered(await w.anonymous.post(`${link}/unlock`, { Recipient: recipient, Code: code }), 200);
    const cookie = cookieOf(unlocked);
    answered(await w.anonymous.get(`${link}/folders/${folderId}`, { cookie }), 200);
    refused(await w.anonymous.post(`${link}/unlock`, { Recipient: recipient, Code: code }), 403);
  }),
  rule('access-codes', 'HEAD and the request of a prefetch send no code', async (w) => {
    await requireKeptEmails(w);
    const { link, folderId, recipient, address } = await personal(w);
    const path = `/folder/${folderId}/share/${link.slice(6)}?recipient=${recipient}`;
    await w.anonymous.send('HEAD', path);
    await w.anonymous.get(path, { purpose: 'prefetch', 'sec-purpose': 'prefetch' });
    const outbox = answered(await w.admin.get('/api/outbox?top=100'), 200);
    same(
      outbox,
      outbox.body.each('To').filter((to) => JSON.stringify(to).includes(address)),
      [],
      'the emails',
    );
  }),
];

// The code is in an email, which can be read only where emails are kept.
async function requireKeptEmails(w: World): Promise<void> {
  const outbox = await w.admin.get('/api/outbox?top=1');
  if (outbox.status === 404) throw new NotApplicable('emails are sent by a mail server');
}

async function personal(w: World) {
  const address = outsider(w, w.unique('visitor').replaceAll(' ', '-'));
  const { made, link, folderId } = await linked(w, { AccessCodeRequired: true, Recipients: [address] });
  const list = answered(await w.owner.get(`${follow(made.body.string('Links.Self'))}/recipients`), 200);
  const uri = new URL(list.body.list()[0]?.string('WebUri') ?? '');
  return { link, folderId, address, recipient: uri.searchParams.get('recipient') ?? '' };
}

async function codeFor(w: World, address: string): Promise<string> {
  const isFor = (to: unknown) => JSON.stringify(to).includes(address);
  const outbox = await poll(
    () => w.admin.get('/api/outbox?top=100'),
    (answer) => answer.status !== 200 || answer.body.each('To').some(isFor),
  );
  const mail = answered(outbox, 200)
    .body.list()
    .find((one) => isFor(one.at('To')));
  const message = answered(await w.admin.get(follow(mail?.string('Links.Message') ?? '')), 200);
  return /\b\d{6}\b/.exec(message.text.slice(message.text.indexOf('\r\n\r\n')))?.[0] ?? '';
}
