/** An authenticator in software, and people with passkeys, for tests. */
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Answer } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { type SignedInBrowser, cookieOf, signIn } from '../sessions/browser.fixture.ts';

const FLAGS = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 };
const SYNCED = FLAGS.backupEligible | FLAGS.backedUp;

/** Claims of a response that differ from the options. */
export type Claims = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  flags?: number;
  counter?: number;
};

export type Passkey = { id: string; userHandle: string; key: KeyObject; counter: number; origin: string };

/** The new credential of the options, and its JSON. */
export function create(options: Answer['body'], origin: string, claims: Claims = {}, id = randomBytes(16)) {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = Buffer.concat([hex('a5010203262001215820'), b64(x), hex('225820'), b64(y)]);
  const flags = (claims.flags ?? FLAGS.present | FLAGS.verified | SYNCED) | FLAGS.hasCredential;
  const head = authenticatorData({ rpId: options.rp.id, ...claims, flags });
  const data = Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const attestation = Buffer.concat([
    hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'),
    Buffer.from([data.length]),
    data,
  ]);
  const passkey: Passkey = { id: text(id), userHandle: options.user.id, key, counter: claims.counter ?? 0, origin };
  const clientDataJSON = clientData('webauthn.create', options, { origin, ...claims });
  const response = {
    clientDataJSON: text(clientDataJSON),
    attestationObject: text(attestation),
    transports: ['internal'],
  };
  return { passkey, json: { id: passkey.id, rawId: passkey.id, type: 'public-key', response } };
}

/** The answer of the passkey to the options as JSON. */
export function answerOf(passkey: Passkey, options: Answer['body'], claims: Claims = {}) {
  const { id, key, userHandle, origin, counter } = passkey;
  const data = authenticatorData({ rpId: options.rpId, counter, ...claims });
  const json = clientData('webauthn.get', options, { origin, ...claims });
  const signature = sign('sha256', Buffer.concat([data, sha256(json)]), key);
  const response = {
    clientDataJSON: text(json),
    authenticatorData: text(data),
    signature: text(signature),
    userHandle,
  };
  return { id, rawId: id, type: 'public-key', response };
}

/** A person signed in with a browser, and the passkey that they have added. */
export type WithPasskey = { browser: SignedInBrowser; passkey: Passkey; passkeyId: number; codes: string[] };

const PATH = '/api/users/me/second-factors/passkeys';

/** The origin of the web app. */
export const originOf = (app: TestApp): string => new URL(app.deps.config.webUrl).origin;

/** Signs in and adds a passkey. */
export async function addPasskey(app: TestApp, w: World, person: Person, claims: Claims = {}): Promise<WithPasskey> {
  const origin = originOf(app);
  const opened = await signIn(w, person);
  const api: SignedInBrowser['api'] = (method, path, body, more) => opened.api(method, path, body, { origin, ...more });
  const browser = { ...opened, api };
  const { passkey, json } = create((await browser.api('POST', `${PATH}/options`)).body, origin, claims);
  const added = await browser.api('POST', PATH, { Name: 'Phone', Passkey: json });
  if (added.status !== 201) throw new Error(`The passkey was answered with ${added.status}: ${added.text}`);
  return { browser, passkey, passkeyId: added.body.PasskeyId, codes: added.body.RecoveryCodes };
}

/** A browser that has requested options for signing in. */
export async function askToSignIn(app: TestApp, w: World, headers: Record<string, string> = {}) {
  const answer = await w.anonymous.api('POST', '/api/sessions/passkey/options', undefined, {
    origin: originOf(app),
    ...headers,
  });
  return { options: answer.body, cookie: cookieOf(answer) };
}

/** Signs in with the passkey alone. */
export async function signInWith(app: TestApp, w: World, passkey: Passkey, claims: Claims = {}): Promise<Answer> {
  const { options, cookie } = await askToSignIn(app, w);
  return sendPasskey(app, w, answerOf(passkey, options, claims), cookie);
}

/** Sends a proof to sign in with. */
export const sendPasskey = (app: TestApp, w: World, proof: unknown, cookie: string, headers = {}): Promise<Answer> =>
  w.anonymous.api('POST', '/api/sessions/passkey', { Passkey: proof }, { cookie, origin: originOf(app), ...headers });

function clientData(type: string, options: Answer['body'], claims: Claims): Buffer {
  const { origin, challenge = options.challenge, crossOrigin = false } = claims;
  return Buffer.from(JSON.stringify({ type: claims.type ?? type, challenge, origin, crossOrigin }));
}

function authenticatorData({
  rpId = '',
  flags = FLAGS.present | FLAGS.verified | SYNCED,
  counter = 0,
}: Claims): Buffer {
  const data = Buffer.alloc(37);
  sha256(Buffer.from(rpId)).copy(data);
  data.writeUInt8(flags, 32);
  data.writeUInt32BE(counter, 33);
  return data;
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');
const b64 = (data: string) => Buffer.from(data, 'base64url');
const hex = (data: string) => Buffer.from(data, 'hex');
