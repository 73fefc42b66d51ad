import { answered } from '../checks.ts';
import type { Answer } from '../client.ts';
import type { World } from '../world.ts';

/** Ends soon, so that it satisfies every setting, and sends no email. */
export const TERMS = { AllowView: true, ExpireStyle: 'hours', ExpirationValue: 1, NotifyRecipients: false };

/** A share of the owner with these properties beside the terms. */
export async function shareFolder(w: World, folderId: number, more: object = {}): Promise<Answer> {
  return answered(await w.owner.post(`/api/folders/${folderId}/share`, { ...TERMS, ...more }), 200);
}

export async function shareDocument(w: World, documentId: number, more: object = {}): Promise<Answer> {
  return answered(await w.owner.post(`/api/documents/${documentId}/share`, { ...TERMS, ...more }), 200);
}

/** Reserved for examples, so that nobody gets an email (RFC 2606). */
export function outsider(w: World, name: string): string {
  return `${name}-${w.run}@carrel.invalid`;
}

/** A shared folder with one document. */
export async function linked(w: World, more: object = {}) {
  const folderId = await w.folder();
  const documentId = await w.document(folderId, 'shared.txt', 'shared');
  const made = await shareFolder(w, folderId, more);
  const reference = made.body.string('ReferenceString');
  return { made, folderId, documentId, reference, link: `/link/${reference}` };
}

/** The cookies of a response, as a browser sends them back. */
export function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
