/** The one place where sessions begin, after the proofs of any way to sign in. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Credentials } from '../credentials/credentials.queries.ts';
import { browserSecret, hashBrowser } from '../devices/browser-secret.ts';
import { describeDevice } from '../devices/device.ts';
import { noteSignIn } from '../devices/known-browsers.steps.ts';
import { type KnownPasskey, passkeyDetails } from '../passkeys/use-passkey.steps.ts';
import { newSessionSecret } from './session-secret.ts';
import {
  type Browser,
  type BrowserSession,
  type Method,
  type SessionOrigin,
  endSessionBySecret,
  insertSession,
} from './sessions.queries.ts';

/** `secret` and `browserSecret` go only into cookies. `maxDays`: the maximum age of the session. */
export type SignedIn = { sessionId: number; secret: string; browserSecret: string; maxDays: number; user: Account };

/** The user of a new session. */
export type Account = Omit<Credentials, 'passwordHash'>;

/**
 * `replaced`: the browser's current session from its cookie, if any. `methods`: how the person proved who they are, in
 * this order. `passkey`: the one that was used, if any. `origin`: the provider, if one was asked. `authenticatedAt`: when they proved it, if that was earlier.
 */
export type WantedSession = {
  browser: Browser;
  replaced: BrowserSession | null;
  methods: Method[];
  passkey?: KnownPasskey | null;
  origin?: SessionOrigin;
  authenticatedAt?: Date;
};

const MAX_USER_AGENT = 500;

/**
 * Opens a session and ends the browser's previous one. The person gets a notice if the browser is new. The caller has locked what it relied on, so that a concurrent
 * change that ends all sessions ends this one too, or prevents it.
 */
export async function openSession(deps: Deps, tx: Tx, user: Account, wanted: WantedSession): Promise<SignedIn> {
  const now = deps.clock();
  const { browser, replaced, methods, passkey = null, origin, authenticatedAt = now } = wanted;
  const secret = newSessionSecret(deps.secretKey);
  const userAgent = browser.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
  if (replaced !== null) await endBySecret(tx, replaced, now);
  const { address } = browser;
  const { SessionMaxDays: maxDays, Branding: brand } = await readSettings(tx, user.deploymentId);
  const device = describeDevice(browser);
  const known = browserSecret(deps.secretKey, browser.secret);
  const browserHash = hashBrowser(user, known);
  const session = { secret, userAgent, address, device, browserHash, methods, origin, authenticatedAt, now };
  const sessionId = await insertSession(tx, user, session);
  await noteSignIn(tx, deps, user, { browserHash, device: device.name, address, now, brand });
  const who = { deploymentId: user.deploymentId, userId: user.userId, at: now };
  await insertActivity(tx, who, {
    type: 'UserAuthenticated',
    contentName: user.email,
    details: {
      methods: methods.join(' '),
      ...(origin === undefined ? {} : { providerId: origin.providerId }),
      ...passkeyDetails(passkey),
    },
  });
  return { sessionId, secret, browserSecret: known, maxDays, user };
}

/** Ends a session whose cookie the browser replaces: nobody could sign out of it, and it may belong to another user. */
export async function endBySecret(tx: Tx, session: BrowserSession, now: Date): Promise<void> {
  const ended = await endSessionBySecret(tx, session);
  if (ended === undefined) return;
  const { deploymentId, userId, email } = ended;
  const details = { sessions: 1 };
  await insertActivity(tx, { deploymentId, userId, at: now }, { type: 'UserSignedOut', contentName: email, details });
}
