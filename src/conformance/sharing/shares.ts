import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { newPassword, requireSetting } from '../world.ts';
import { changes } from './changes-of-shares.ts';
import { TERMS, outsider, shareDocument, shareFolder } from './new-share.ts';
import { terms } from './terms-of-shares.ts';

export const shares: Page = {
  page: 'docs/api/shares.md',
  rules: [
    rule('operations', 'creating requires Grant', async (w) => {
      const folderId = await w.folder();
      refused(await w.reader.post(`/api/folders/${folderId}/share`, TERMS), 403);
      refused(await w.reader.post(`/api/documents/${await w.document(folderId)}/share`, TERMS), 403);
    }),
    rule('operations', 'share and shares are equivalent, and Links.Shares lists the shares', async (w) => {
      const folderId = await w.folder();
      const id = (await shareFolder(w, folderId)).body.number('ShareId');
      for (const word of ['share', 'shares']) {
        const list = answered(await w.owner.get(`/api/folders/${folderId}/${word}`), 200);
        same(list, list.body.each('ShareId'), [id], 'ShareId');
        answered(await w.owner.get(`/api/folders/${folderId}/${word}/${id}`), 200);
      }
      const folder = answered(await w.owner.get(`/api/folders/${folderId}`), 200);
      const list = answered(await w.owner.get(follow(folder.body.string('Links.Shares'))), 200);
      same(list, list.body.each('ShareId'), [id], 'ShareId');
    }),
    rule('operations', 'a list has only the own shares of somebody without Grant', async (w) => {
      const folderId = await w.folder();
      await shareFolder(w, folderId);
      const list = answered(await w.reader.get(`/api/folders/${folderId}/shares`), 200);
      same(list, list.body.value, [], 'the shares');
      const all = answered(await w.admin.get(`/api/folders/${folderId}/shares`), 200);
      same(all, all.body.list().length, 1, 'the number of shares');
    }),
    rule('operations', 'a share of a document is also revoked without the word share', async (w) => {
      for (const word of ['share/', 'shares/', '']) {
        const documentId = await w.document(await w.folder());
        const id = (await shareDocument(w, documentId)).body.number('ShareId');
        answered(await w.owner.remove(`/api/documents/${documentId}/${word}${id}`), 204);
        refused(await w.owner.get(`/api/documents/${documentId}/shares/${id}`), 404);
      }
    }),
    rule('share-object', 'a share of a folder has its properties', async (w) => {
      const folderId = await w.folder();
      const made = await shareFolder(w, folderId);
      const names = ['ShareId', 'FolderId', 'ReferenceString', 'Status', 'ShareType', 'CreatedBy', 'DateCreated'];
      const flags = ['ExpiresOn', 'AccessCodeRequired', 'HasPassword', 'AllowView', 'AllowDownload', 'AllowUpload'];
      hasAll(made, made.body, [...names, ...flags, 'Link', 'Links.WebUri', 'Links.Self']);
      same(made, made.body.at('ShareType'), 'Content', 'ShareType');
      const reference = made.body.string('ReferenceString');
      const uri = made.body.string('Links.WebUri');
      holds(made, uri.endsWith(`/folder/${folderId}/share/${reference}`), 'the reference in Links.WebUri', uri);
      same(made, made.body.at('Link'), uri, 'Link');
      matches(made, made.body.at('Links.Self'), new RegExp(`/api/folders/${folderId}/shares/\\d+$`), 'Links.Self');
    }),
    rule('share-object', 'a share of a document has its properties', async (w) => {
      const documentId = await w.document(await w.folder());
      const made = await shareDocument(w, documentId);
      hasAll(made, made.body, ['ShareId', 'DocumentId', 'ReferenceString', 'AllowEdit', 'Links.WebUri', 'Links.Self']);
      const reference = made.body.string('ReferenceString');
      const uri = made.body.string('Links.WebUri');
      holds(made, uri.endsWith(`/document/${documentId}/share/${reference}`), 'the reference in Links.WebUri', uri);
    }),
    rule('share-object', 'references are long and random', async (w) => {
      const folderId = await w.folder();
      const references = new Set<string>();
      for (let time = 0; time < 5; time++) {
        const made = await shareFolder(w, folderId);
        matches(made, made.body.at('ReferenceString'), /^[\w-]{21,}$/, 'ReferenceString');
        references.add(made.body.string('ReferenceString'));
      }
      const list = await w.owner.get(`/api/folders/${folderId}/shares`);
      same(list, references.size, 5, 'the number of references');
    }),
    rule('creating-a-share', 'every property that is not used can be null, 0, false or empty', async (w) => {
      requireSetting(w, 'MaxLinkExpirationDays', null);
      const nothing = { ExpirationValue: 0, ExpiresOn: null, Recipients: null, EmailRecipientsCc: [], Password: null };
      const more = { PinRequired: false, AccessCodeRequired: false, CustomEmailHeader: '', CustomEmailText: '' };
      const body = { AllowView: true, AllowDownload: false, ExpireStyle: 'never', ...nothing, ...more };
      const folder = await w.owner.post(`/api/folders/${await w.folder()}/share`, { ...body, AllowUpload: false });
      same(answered(folder, 200), folder.body.at('ExpiresOn'), null, 'ExpiresOn');
      const documentId = await w.document(await w.folder());
      answered(await w.owner.post(`/api/documents/${documentId}/share`, { ...body, AllowEdit: false }), 200);
    }),
    rule('creating-a-share', 'the properties of the other kind of share are ignored', async (w) => {
      const documentId = await w.document(await w.folder());
      const body = { ...TERMS, AllowUpload: true, ShareType: 'Content' };
      answered(await w.owner.post(`/api/documents/${documentId}/share`, body), 200);
    }),
    rule('default-link', 'it is created once, and then returned', async (w) => {
      const path = `/api/folders/${await w.folder()}/shares/default`;
      const made = answered(await w.owner.put(path, undefined), 200);
      const again = answered(await w.owner.put(path, undefined), 200);
      same(again, again.body.at('ShareId'), made.body.at('ShareId'), 'ShareId');
      holds(made, made.body.at('ExpiresOn') !== null, 'an end');
    }),
    ...terms,
    rule('recipients', 'each has a personal link, shown to the creator only', async (w) => {
      const folderId = await w.folder();
      const [one, two] = [outsider(w, 'one'), outsider(w, 'two')];
      const made = await shareFolder(w, folderId, { Recipients: [one, two.toUpperCase(), one] });
      const path = `/api/folders/${folderId}/shares/${made.body.number('ShareId')}/recipients`;
      const answer = answered(await w.owner.get(path), 200);
      same(answer, answer.body.each('Recipient').map(String).toSorted(), [one, two].toSorted(), 'the recipients');
      for (const uri of answer.body.each('WebUri')) matches(answer, uri, /\?recipient=[^&]+$/, 'WebUri');
      refused(await w.admin.get(path), 403);
    }),
    rule('recipients', 'a malformed address, and more than 100, are 400', async (w) => {
      const path = `/api/folders/${await w.folder()}/share`;
      refused(await w.owner.post(path, { ...TERMS, Recipients: ['nobody'] }), 400);
      const many = Array.from({ length: 101 }, (_, at) => outsider(w, `many${at}`));
      refused(await w.owner.post(path, { ...TERMS, Recipients: many }), 400);
    }),
    rule('visitors', 'openings and downloads are counted', async (w) => {
      const folderId = await w.folder();
      const made = await shareFolder(w, folderId, { AllowDownload: true });
      answered(await w.anonymous.get(`/link/${made.body.string('ReferenceString')}`), 200);
      const answer = answered(await w.owner.get(`${follow(made.body.string('Links.Self'))}/visitors`), 200);
      const [everybody = answer.body] = answer.body.list();
      same(answer, [everybody.at('Recipient'), everybody.at('OpenCount')], [null, 1], 'Recipient and OpenCount');
    }),
    rule('visibility-of-the-link', 'others do not see the reference', async (w) => {
      const folderId = await w.folder();
      const id = (await shareFolder(w, folderId)).body.number('ShareId');
      const entries = [{ UserId: w.stranger.userId, Allow: ['Read', 'Grant'] }];
      answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
      const other = answered(await w.stranger.get(`/api/folders/${folderId}/shares/${id}`), 200);
      same(other, other.body.at('ReferenceString'), '', 'ReferenceString');
      holds(other, !/\/share\//.test(other.body.string('Links.WebUri')), 'no reference in Links.WebUri');
    }),
    ...changes,
    rule('own-shares', 'they are listed with their item and what the caller can do', async (w) => {
      const folderId = await w.folder();
      const id = (await shareFolder(w, folderId)).body.number('ShareId');
      const answer = answered(await w.owner.get(`/api/users/me/shares?folderId=${folderId}`), 200);
      const [one = answer.body] = answer.body.list();
      same(answer, [one.at('ShareId'), one.at('ItemType'), one.at('ItemId')], [id, 'Folder', folderId], 'the share');
      hasAll(answer, one, ['ItemName', 'Location', 'IsInTrash', 'OpenCount', 'DownloadCount', 'Abilities.Revoke']);
      refused(await w.admin.get(`/api/users/me/shares/${id}`), 404);
    }),
    rule('sharing-rules', 'everybody can read what the settings require', async (w) => {
      const answer = answered(await w.stranger.get('/api/sharing-rules'), 200);
      const names = ['MaxLinkExpirationDays', 'PasswordPolicy', 'MaxUploadBytes', 'AllowsTemplates', 'IsChecked'];
      hasAll(answer, answer.body, names);
    }),
    rule('shares-of-the-deployment', 'they are for site admins, and without the links', async (w) => {
      const made = await shareFolder(w, await w.folder(), { Password: newPassword() });
      refused(await w.owner.get('/api/admin/shares'), 403);
      const answer = answered(await w.admin.get(`/api/admin/shares?creatorId=${w.owner.userId}`), 200);
      holds(answer, answer.body.each('ShareId').includes(made.body.number('ShareId')), 'the share in the list');
      holds(answer, !answer.text.includes(made.body.string('ReferenceString')), 'no reference');
    }),
    rule('concurrency', 'revoking honors If-Match', async (w) => {
      const path = follow((await shareFolder(w, await w.folder())).body.string('Links.Self'));
      refused(await w.owner.remove(path, { 'if-match': '"other"' }), 412);
      const tag = header(answered(await w.owner.get(path), 200), 'etag');
      answered(await w.owner.remove(path, { 'if-match': tag }), 204);
    }),
  ],
};
