/** Set-ups of examples that need more than the things of the access table: an emailed secret, an upload, another person. */
import { after } from 'node:test';
import { codeAt, enroll, firstStep, secondStep } from '../../../src/people/factors/authenticator.fixture.ts';
import {
  addPasskey,
  askToSignIn,
  answerOf,
  create,
  originOf,
  sendPasskey,
} from '../../../src/people/passkeys/passkey.fixture.ts';
import { signIn } from '../../../src/people/sessions/browser.fixture.ts';
import { startForge } from '../../../src/people/provider-sign-in/forge.fixture.ts';
import { addForge } from '../../../src/people/provider-sign-in/provider-visit.fixture.ts';
import { bring, visitor } from '../../../src/visiting/visits/visitor.fixture.ts';
import { makeTask } from '../../factories/tasks.ts';
import type { Answer } from '../../client.ts';
import { type TestApp, startApp } from '../../harness.ts';
import { codeIn, linkIn, newestMail } from '../../web/links.ts';
import type { World } from '../../world.ts';
import type { Make } from '../access/things.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the examples have any shape
export type Example = any;

/** Sends the example. `app` and `w` are shared by all; `make` creates things of `ann`. */
type Send = (example: Example, app: TestApp, w: World, make: Make) => Promise<Answer>;

const TWO_WEEKS_MS = 14 * 86_400_000;

export const STATES: Record<string, Send> = {
  createSession: async (example, _app, { anonymous, ann }) =>
    anonymous.api('POST', '/api/sessions', { ...example, Email: ann.email }),

  finishSecondStep: async (example, app, w) => {
    const person = await w.addPerson('Twostep');
    const { key } = await enroll(app, w, person);
    return secondStep(w, await firstStep(w, person), { ...example, Code: codeAt(key, app.clock.now) });
  },

  createPasskey: async (example, app, w) => {
    const browser = await signIn(w, await w.addPerson('Passkey'));
    const { body } = await browser.api('POST', '/api/users/me/second-factors/passkeys/options');
    const { json } = create(body, originOf(app));
    return browser.api('POST', '/api/users/me/second-factors/passkeys', { ...example, Passkey: json });
  },

  updatePasskey: async (example, app, w) => {
    const { browser, passkeyId } = await addPasskey(app, w, await w.addPerson('Renamer'));
    return browser.api('PATCH', `/api/users/me/second-factors/passkeys/${passkeyId}`, example);
  },

  createPasskeySession: async (example, app, w) => {
    const { passkey } = await addPasskey(app, w, await w.addPerson('Nopassword'));
    const { options, cookie } = await askToSignIn(app, w);
    return sendPasskey(app, w, { ...example.Passkey, ...answerOf(passkey, options) }, cookie);
  },

  confirmTotpSetup: async (example, app, w) => {
    const browser = await signIn(w, await w.addPerson('Enrolling'));
    const { body } = await browser.api('POST', '/api/users/me/second-factors/totp');
    const confirmed = { ...example, Code: codeAt(body.Secret, app.clock.now) };
    return browser.api('POST', '/api/users/me/second-factors/totp/confirm', confirmed);
  },

  authenticateSession: async (example, _app, w) =>
    (await signIn(w, await w.addPerson('Careful'))).api('POST', '/api/sessions/current/authentication', example),

  changePassword: async (example, _app, w) =>
    (await w.addPerson('Changer')).api('PUT', '/api/users/me/password', example),

  resetPassword: async (example, app, w) => {
    const { email: Email } = await w.addPerson('Forgetful');
    await w.anonymous.api('POST', '/api/password-resets', { Email });
    return w.anonymous.api('POST', '/api/password-resets/complete', { ...example, Token: await secretFor(app, Email) });
  },

  connectIdentity: async (example) => {
    // Of its own, because it may send requests to this machine.
    const app = await startApp({ providerNetworks: ['127.0.0.1'] });
    const w = await app.world();
    const forge = await startForge(after, () => app.clock.now);
    const browser = await signIn(w, w.ann);
    const ProviderId = await addForge(w.admin, forge);
    return browser.api('POST', '/api/users/me/identities', { ...example, ProviderId });
  },

  acceptInvitation: async (example, app, w) => {
    const Email = 'invited@example.test';
    await w.admin.api('POST', '/api/users', { Email, Name: 'Invited' });
    return w.anonymous.api('POST', '/api/invitations/accept', { ...example, Token: await secretFor(app, Email) });
  },

  // The settings of the others stay as they are.
  updateSettings: async (example, app) => (await app.world()).admin.api('PATCH', '/api/settings', example),

  copyFolder: async (example, _app, { ann }, make) => {
    const ParentFolderId = await ann.folder(ann.libraryId, 'Copies');
    return ann.api('POST', `/api/folders/${await make('folderId')}/copy`, { ...example, ParentFolderId });
  },

  createTask: async (example, app, { ann }, make) => {
    const DueDate = new Date(app.clock.now.getTime() + TWO_WEEKS_MS).toISOString();
    return ann.api('POST', '/api/tasks', { ...example, DocumentId: await make('documentId'), DueDate });
  },

  resendAccessCode: async (example, app, { ann }, make) => {
    const Recipients = ['visitor@example.test'];
    const share = { AllowView: true, AccessCodeRequired: true, Recipients };
    await ann.api('POST', `/api/folders/${await make('folderId')}/shares`, share);
    await app.runJobs();
    const { reference, key } = partsOf(await newestMail(app, 'visitor@example.test'));
    return visitor(app, reference).ask('POST', '/codes', { ...example, Recipient: key });
  },

  createVisitDocument: async (example, app, _w, make) => {
    const somebody = visitor(app, String(await make('reference')));
    const UploadId = await bring(app, somebody, 'photo.txt', 'A picture in words.');
    return somebody.ask('POST', `/folders/${await make('folderId')}/documents`, { ...example, UploadId });
  },

  createVisitRevision: async (example, app, { ann }, make) => {
    const documentId = await make('documentId');
    const share = { AllowView: true, AllowEdit: true };
    const { body } = await ann.api('POST', `/api/documents/${documentId}/shares`, share);
    const somebody = visitor(app, body.ReferenceString);
    const UploadId = await bring(app, somebody, 'a.txt', 'A later version.');
    return somebody.ask('POST', `/documents/${documentId}/revisions`, { ...example, UploadId });
  },

  createVisitComment: async (example, app, { ann }, make) => {
    const documentId = await make('documentId');
    const share = { AllowView: true, AllowComment: true };
    const { body } = await ann.api('POST', `/api/documents/${documentId}/shares`, share);
    return visitor(app, body.ReferenceString).ask('POST', `/documents/${documentId}/comments`, example);
  },

  decideVisitTask: async (example, app, { ann }, make) => {
    const assignee = 'assignee@example.test';
    await makeTask(app, ann, assignee, Number(await make('documentId')));
    await app.runJobs();
    const { path, reference, key } = partsOf(await newestMail(app, assignee));
    const somebody = visitor(app, reference);
    await somebody.open(path);
    await app.runJobs();
    await somebody.ask('POST', '/unlock', { Recipient: key, Code: codeIn(await newestMail(app, assignee)) });
    return somebody.ask('POST', '/task/decision', example);
  },
};

// The fragment of the link in the newest email.
async function secretFor(app: TestApp, to: string): Promise<string> {
  await app.runJobs();
  return /https?:\/\/\S+#(\S+)/.exec(await newestMail(app, to))?.[1] ?? '';
}

// A personal link: `/task/7/link/{reference}?recipient={key}`.
function partsOf(mail: string): { path: string; reference: string; key: string } {
  const path = linkIn(mail);
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return { path, reference: pathname.split('/').at(-1) ?? '', key: searchParams.get('recipient') ?? '' };
}
