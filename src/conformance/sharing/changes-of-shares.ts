import { answered, follow, holds, refused, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';
import { newPassword } from '../world.ts';
import { shareFolder } from './new-share.ts';

/** Rules of docs/api/shares.md about changing and revoking. */
export const changes: Rule[] = [
  rule('changing-a-share', 'absent properties stay, and a change takes effect at once', async (w) => {
    const folderId = await w.folder();
    const documentId = await w.document(folderId);
    const made = await shareFolder(w, folderId, { AllowDownload: true, Name: 'For the printer' });
    const content = `/link/${made.body.string('ReferenceString')}/documents/${documentId}/content?download=true`;
    answered(await w.anonymous.get(content), 200);
    const path = follow(made.body.string('Links.Self'));
    const changed = answered(await w.owner.patch(path, { AllowDownload: false }), 200);
    same(changed, changed.body.at('Name'), 'For the printer', 'Name');
    same(changed, changed.body.at('AllowView'), true, 'AllowView');
    refused(await w.anonymous.get(content), 403);
  }),
  rule('changing-a-share', 'null removes a property, and a password locks the link', async (w) => {
    const made = await shareFolder(w, await w.folder());
    const path = follow(made.body.string('Links.Self'));
    const visit = `/link/${made.body.string('ReferenceString')}`;
    answered(await w.owner.patch(path, { Password: newPassword() }), 200);
    const locked = answered(await w.anonymous.get(visit), 200);
    same(locked, locked.body.at('IsUnlocked'), false, 'IsUnlocked');
    const changed = answered(await w.owner.patch(path, { Password: null }), 200);
    same(changed, changed.body.at('HasPassword'), false, 'HasPassword');
    const open = answered(await w.anonymous.get(visit), 200);
    same(open, open.body.at('IsUnlocked'), true, 'IsUnlocked');
  }),
  rule('changing-a-share', 'nothing to change, and terms that no new share could have, are 400', async (w) => {
    const path = follow((await shareFolder(w, await w.folder())).body.string('Links.Self'));
    refused(await w.owner.patch(path, {}), 400);
    refused(await w.owner.patch(path, { AllowView: false }), 400);
    refused(await w.owner.patch(path, { AccessCodeRequired: true }), 400);
  }),
  rule('changing-a-share', 'only the creator changes it', async (w) => {
    const path = follow((await shareFolder(w, await w.folder())).body.string('Links.Self'));
    refused(await w.admin.patch(path, { AllowDownload: true }), 403);
  }),
  rule('revoking', 'a revoked share is 404 for its managers and 410 for visitors', async (w) => {
    const made = await shareFolder(w, await w.folder());
    const path = follow(made.body.string('Links.Self'));
    answered(await w.owner.remove(path), 204);
    refused(await w.owner.get(path), 404);
    const gone = answered(await w.anonymous.get(`/link/${made.body.string('ReferenceString')}`), 410);
    same(gone, gone.body.at('Reason'), 'revoked', 'Reason');
  }),
  rule('revoking', 'somebody else with Grant can revoke it, a reader cannot', async (w) => {
    const path = follow((await shareFolder(w, await w.folder())).body.string('Links.Self'));
    refused(await w.reader.remove(path), 403);
    answered(await w.admin.remove(path), 204);
  }),
  rule('revoking', 'while the item is in the trash, share and link are 404', async (w) => {
    const folderId = await w.folder();
    const made = await shareFolder(w, folderId);
    const visit = `/link/${made.body.string('ReferenceString')}`;
    answered(await w.owner.remove(`/api/folders/${folderId}`), 204);
    refused(await w.owner.get(follow(made.body.string('Links.Self'))), 404);
    refused(await w.anonymous.get(visit), 404);
    answered(await w.owner.patch(`/api/folders/${folderId}/restore`), 200);
    answered(await w.anonymous.get(visit), 200);
  }),
  rule('revoking', 'deleting a user revokes the shares of that user', async (w) => {
    const person = await w.addPerson('Leaver');
    const folderId = await w.folder();
    const entries = [{ UserId: person.userId, Allow: ['Read', 'Grant'] }];
    answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
    const body = { AllowView: true, ExpireStyle: 'hours', ExpirationValue: 1 };
    const made = answered(await person.post(`/api/folders/${folderId}/share`, body), 200);
    answered(await w.admin.remove(`/api/users/${person.userId}`), 204);
    const visit = await w.anonymous.get(`/link/${made.body.string('ReferenceString')}`);
    holds(visit, [404, 410].includes(visit.status), 'status 404 or 410', visit.status);
  }),
];
