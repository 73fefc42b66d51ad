import { answered, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { newPassword } from '../world.ts';
import { readZip } from '../zip.ts';
import { accessCodes } from './access-codes.ts';
import { cookieOf, linked, shareDocument } from './new-share.ts';
import { visitorsUploads } from './visitors-uploads.ts';

export const links: Page = {
  page: 'docs/api/links.md',
  rules: [
    rule('the-gateway', 'a wrong reference is 404', async (w) => {
      refused(await w.anonymous.get('/link/AAAAAAAAAAAAAAAAAAAAAA'), 404);
    }),
    rule('the-gateway', 'only what lies in the shared item is reached', async (w) => {
      const { link } = await linked(w);
      const other = await w.folder();
      const documentId = await w.document(other);
      refused(await w.anonymous.get(`${link}/folders/${other}`), 404);
      refused(await w.anonymous.get(`${link}/documents/${documentId}`), 404);
    }),
    rule('the-gateway', 'what is denied to the creator of the link is 404', async (w) => {
      const { link, documentId } = await linked(w);
      const deny = [{ UserId: w.owner.userId, Deny: ['Read'] }];
      answered(await w.admin.put(`/api/documents/${documentId}/permissions`, deny), 200);
      refused(await w.anonymous.get(`${link}/documents/${documentId}`), 404);
    }),
    rule('the-gateway', 'a request from a page of another site is refused', async (w) => {
      const { link, folderId } = await linked(w, { AllowUpload: true });
      const headers = { origin: 'https://other.carrel.invalid' };
      refused(await w.anonymous.post(`${link}/folders/${folderId}/folders`, { FolderPath: 'Other' }, headers), 403);
    }),
    rule('the-gateway', 'responses are not stored and not indexed, and send no referrer', async (w) => {
      const answer = answered(await w.anonymous.get((await linked(w)).link), 200);
      matches(answer, header(answer, 'cache-control'), /no-store/, 'Cache-Control');
      matches(answer, header(answer, 'x-robots-tag'), /noindex/, 'X-Robots-Tag');
      same(answer, header(answer, 'referrer-policy'), 'no-referrer', 'Referrer-Policy');
    }),
    rule('opening', 'the page of a link is HTML under a strict policy', async (w) => {
      const { made, folderId, reference } = await linked(w);
      const path = new URL(made.body.string('Links.WebUri')).pathname;
      const page = answered(await w.anonymous.get(path), 200);
      matches(page, header(page, 'content-type'), /^text\/html/, 'Content-Type');
      const policy = header(page, 'content-security-policy');
      matches(page, policy, /default-src 'none'|default-src 'self'/, 'Content-Security-Policy');
      holds(page, !/unsafe-eval|script-src[^;]*unsafe-inline/.test(policy), 'no unsafe scripts', policy);
      same(page, header(page, 'referrer-policy'), 'no-referrer', 'Referrer-Policy');
      answered(await w.anonymous.get(`/folder/${folderId}/share/AAAAAAAAAAAAAAAAAAAAAA`), 404);
      answered(await w.owner.remove(`/api/folders/${folderId}/shares/${made.body.number('ShareId')}`), 204);
      answered(await w.anonymous.get(`/folder/${folderId}/share/${reference}`), 410);
    }),
    rule('visit-object', 'a visit has its properties', async (w) => {
      const { link, folderId } = await linked(w);
      const visit = answered(await w.anonymous.get(link), 200);
      const names = ['Kind', 'ItemId', 'ShareType', 'Status', 'SharedBy.Name', 'ExpiresOn', 'Protection', 'IsUnlocked'];
      hasAll(visit, visit.body, [...names, 'Item', 'Allow.View', 'Allow.Download', 'Allow.Upload', 'Branding']);
      const got = ['ItemId', 'Protection', 'IsUnlocked', 'Allow.View', 'Allow.Download'].map((name) =>
        visit.body.at(name),
      );
      same(visit, got, [folderId, 'none', true, true, false], 'item, protection and flags');
    }),
    rule('opening', 'a password unlocks the link in this browser only', async (w) => {
      const password = newPassword();
      const { link, folderId } = await linked(w, { Password: password });
      const locked = answered(await w.anonymous.get(link), 200);
      same(locked, [locked.body.at('Protection'), locked.body.at('Item')], ['password', null], 'protection and item');
      refused(await w.anonymous.get(`${link}/folders/${folderId}`), 401);
      refused(await w.anonymous.post(`${link}/unlock`, { Password: `${password}x` }), 403);
      const unlocked = answered(await w.anonymous.post(`${link}/unlock`, { Password: password }), 200);
      const cookie = cookieOf(unlocked);
      answered(await w.anonymous.get(`${link}/folders/${folderId}`, { cookie }), 200);
      refused(await w.anonymous.get(`${link}/folders/${folderId}`), 401);
      const other = await linked(w, { Password: password });
      refused(await w.anonymous.get(`${other.link}/folders/${other.folderId}`, { cookie }), 401);
    }),
    rule('opening', 'the cookie of a link is HttpOnly and has SameSite', async (w) => {
      const password = newPassword();
      const { link } = await linked(w, { Password: password });
      const answer = answered(await w.anonymous.post(`${link}/unlock`, { Password: password }), 200);
      const [cookie = ''] = answer.headers.getSetCookie();
      matches(answer, cookie, /^(?:__Secure-)?carrel_visit=/, 'Set-Cookie');
      for (const part of [/HttpOnly/i, /SameSite=/i]) matches(answer, cookie, part, 'Set-Cookie');
    }),
    ...accessCodes,
    rule('reading', 'a folder lists what is in it', async (w) => {
      const { link, folderId, documentId } = await linked(w);
      const answer = answered(await w.anonymous.get(`${link}/folders/${folderId}`), 200);
      same(answer, answer.body.each('DocumentId', 'Documents'), [documentId], 'the documents');
      same(answer, answer.body.at('Folders'), [], 'Folders');
    }),
    rule('reading', 'a download is an attachment, with ranges', async (w) => {
      const { link, documentId } = await linked(w, { AllowDownload: true });
      const path = `${link}/documents/${documentId}/content?download=true`;
      const answer = answered(await w.anonymous.get(path), 200);
      same(answer, answer.text, 'shared', 'the content');
      matches(answer, header(answer, 'content-disposition'), /^attachment/, 'Content-Disposition');
      const part = answered(await w.anonymous.get(path, { range: 'bytes=2-3' }), 206);
      same(part, part.text, 'ar', 'the bytes');
    }),
    rule('reading', 'the archive of the folder has its documents', async (w) => {
      const { link, folderId } = await linked(w, { AllowDownload: true });
      const answer = answered(await w.anonymous.get(`${link}/folders/${folderId}/zip`), 200);
      const found = (readZip(answer.bytes) ?? []).map(({ name }) => name.replace(/^.*\//, ''));
      holds(answer, found.includes('shared.txt'), 'the document in the archive', found);
    }),
    rule('downloads', 'a limit ends downloads, not viewing', async (w) => {
      const { link, documentId } = await linked(w, { AllowDownload: true, MaxDownloads: 1 });
      const path = `${link}/documents/${documentId}/content?download=true`;
      answered(await w.anonymous.get(path), 200);
      const refusal = refused(await w.anonymous.get(path), 403);
      same(refusal, refusal.body.at('Maximum'), 1, 'Maximum');
      const visit = answered(await w.anonymous.get(link), 200);
      same(visit, [visit.body.at('DownloadsLeft'), visit.body.at('Allow.Download')], [0, false], 'what is left');
    }),
    rule('viewing-only', 'without AllowDownload no bytes and no hash of a document are sent', async (w) => {
      const { link, folderId, documentId } = await linked(w);
      for (const path of ['content', 'content?download=true', 'rendition?type=pdf']) {
        refused(await w.anonymous.get(`${link}/documents/${documentId}/${path}`), 403);
      }
      refused(await w.anonymous.get(`${link}/folders/${folderId}/zip`), 403);
      const document = answered(await w.anonymous.get(`${link}/documents/${documentId}`), 200);
      same(document, [document.body.at('Hash'), document.body.at('CanPreview')], ['', null], 'Hash and CanPreview');
      answered(await w.anonymous.get(`${link}/documents/${documentId}/thumbnail`), 200);
    }),
    rule('search', 'somebody who can only upload cannot search', async (w) => {
      const { link, folderId } = await linked(w, { AllowView: false, AllowUpload: true });
      refused(await w.anonymous.get(`${link}/folders/${folderId}/search?q=shared`), 403);
    }),
    rule('comments', 'visitors comment where the link allows it', async (w) => {
      const { link, documentId } = await linked(w);
      const path = `${link}/documents/${documentId}/comments`;
      refused(await w.anonymous.post(path, { Text: 'Hello', Name: 'Visitor' }), 403);
      const open = await linked(w, { AllowComment: true });
      const there = `${open.link}/documents/${open.documentId}/comments`;
      const made = answered(await w.anonymous.post(there, { Text: 'Hello', Name: 'Visitor' }), 201);
      const seen = [made.body.at('AuthorName'), made.body.at('IsVerified')];
      same(made, seen, ['Visitor', false], 'AuthorName and IsVerified');
    }),
    ...visitorsUploads,
    rule('the-gateway', 'what a visitor does is recorded without a user', async (w) => {
      const documentId = await w.document(await w.folder(), 'shared.txt', 'shared');
      const made = await shareDocument(w, documentId, { AllowDownload: true });
      const link = `/link/${made.body.string('ReferenceString')}`;
      answered(await w.anonymous.get(`${link}/documents/${documentId}/content?download=true`), 200);
      const activity = answered(await w.owner.get(`/api/documents/${documentId}/activity`), 200);
      const row = activity.body.list().find((one) => one.at('ActivityType') === 'DocumentDownloaded');
      same(activity, [row?.at('UserId'), row?.at('UserName')], [0, 'Share By Link User'], 'UserId and UserName');
    }),
  ],
};
