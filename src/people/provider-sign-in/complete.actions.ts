/** Completes a sign-in when the browser comes back from the provider. */
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client';
import type { WithSteps } from '../../platform/steps.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { waitForTurn } from '../../platform/db/locks.ts';
import { insertActivity } from '../../core/activity/activity.queries.ts';
import { type Site, serves } from '../../core/hosts/sites.ts';
import { callbackUri } from '../identity-providers/provider-addresses.ts';
import type { Failure } from '../identity-providers/failure-classes.ts';
import { recordSignIn, recordTested } from '../identity-providers/provider-states.queries.ts';
import { type ProviderRow, findProvider, lockProvider } from '../identity-providers/providers.queries.ts';
import type { SignedIn, WantedSession } from '../sessions/open-session.ts';
import { lockSession } from '../sessions/sessions.queries.ts';
import { type PendingSignIn as PendingStep, finishSignIn } from '../sign-in/finish-sign-in.ts';
import { lockSiteAdmins } from '../users/users.queries.ts';
import type { UserSteps } from '../users/users.steps.ts';
import { linkIdentity, lockAccount, resolveAccount } from './accounts.steps.ts';
import { proofsOf } from './begin-sign-in.ts';
import { applyClaims } from './claimed-rights.steps.ts';
import { type Claims, type ProvenPerson, joinClaims, readPerson } from './claims.ts';
import { type Directory, TOLERANCE_S } from './directory.ts';
import { recordFailure } from './failed-sign-ins.steps.ts';
import { SignInFailure, failureOf } from './failures.ts';
import { type PendingSignIn, storeTest, useSignIn } from './sign-ins.queries.ts';

/** The browser's answer from the provider, and where its session begins. */
export type Callback = {
  /** The provider in the path. */
  providerId: number;
  query: URLSearchParams;
  /** The secret of the browser's cookie. */
  browserSecret: string;
  /** Where the browser has come back to. */
  site: Site;
} & Omit<WantedSession, 'methods' | 'origin'>;

/** `signedIn` null: it was a link or a test. `isLink`: it failed. */
export type Completed =
  | { returnTo: string; signedIn: SignedIn | PendingStep | null; idToken: string | null }
  | { returnTo: string; failure: Failure; isLink: boolean };

/** Failures that a wrong configuration or key of the provider can cause. */
const MISREAD = new Set<Failure>(['Invalid', 'Misconfigured', 'Unavailable']);

type Parts = { deps: WithSteps<UserSteps>; directory: Directory };
type Proven = { provider: ProviderRow; pending: PendingSignIn; person: ProvenPerson; claims: Claims };

/** Every failure is recorded, and leads back to a page that explains it. */
export async function completeSignIn(
  deps: WithSteps<UserSteps>,
  directory: Directory,
  callback: Callback,
): Promise<Completed> {
  const state = callback.query.getAll('state');
  const secrets = { state: state[0] ?? '', browser: callback.browserSecret };
  const pending = state.length === 1 ? await useSignIn(deps.sql, secrets, deps.clock()) : undefined;
  if (pending === undefined) return { returnTo: '/', failure: 'Expired', isLink: false };
  try {
    const done = await complete({ deps, directory }, pending, callback);
    if (done.signedIn !== null) await noteSignIn(deps, pending);
    return { returnTo: pageAfter(pending), ...done };
  } catch (error) {
    const failure = failureOf(error);
    if (MISREAD.has(failure.failure)) directory.doubt(pending.providerId);
    deps.log.warn({ err: failure, providerId: pending.providerId }, 'A sign-in with a provider failed.');
    await recordFailure(deps, pending, failure);
    // The page of the test shows its failure.
    if (pending.purpose === 'test') {
      return { returnTo: pageAfter(pending), signedIn: null, idToken: null };
    }
    return { returnTo: pending.returnTo, failure: failure.failure, isLink: pending.purpose === 'link' };
  }
}

async function complete(
  parts: Parts,
  pending: PendingSignIn,
  callback: Callback,
): Promise<{ signedIn: SignedIn | PendingStep | null; idToken: string | null }> {
  const { deps } = parts;
  // Each provider has its own callback: an answer that comes to another's was mixed up.
  if (pending.providerId !== callback.providerId)
    throw new SignInFailure('Invalid', 'The answer is of another provider.');
  // The cookie of the session would be set at the host name of another deployment.
  if (!serves(callback.site, pending)) throw new SignInFailure('Invalid', 'The answer came to another host name.');
  const provider = await findProvider(deps.sql, pending.deploymentId, pending.providerId);
  if (provider === undefined || (!provider.isEnabled && pending.purpose !== 'test')) throw disabled();
  const { person, claims, idToken } = await readAnswer(parts, provider, callback);
  const proven = { provider, pending, person, claims };
  const signedIn = await transaction(
    deps.sql,
    async (tx) => {
      const { deploymentId, providerId } = provider;
      // Of concurrent first sign-ins of a person, the second finds the account of the first.
      await waitForTurn(tx, `identity:${deploymentId}/${providerId}/${person.issuer} ${person.subject}`);
      if (pending.purpose === 'test') return recordTest(tx, deps, proven);
      const current = await lockProvider(tx, provider);
      if (current === undefined || !current.isEnabled) throw disabled();
      const fresh = { ...proven, provider: current };
      return pending.purpose === 'link' ? link(tx, deps, fresh) : signIn(tx, deps, fresh, callback);
    },
    { againOn: 'users_email' },
  );
  return { signedIn, idToken };
}

async function readAnswer({ deps, directory }: Parts, provider: ProviderRow, callback: Callback) {
  const { query, browserSecret, site } = callback;
  const opened = await directory.open(provider);
  const { configuration, server } = opened;
  const state = query.get('state') ?? '';
  const { nonce, verifier } = proofsOf(deps, { state, browser: browserSecret });
  const address = new URL(callbackUri(site, provider.providerId));
  address.search = query.toString();
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  }).finally(() => opened.keepKeys());
  const idToken = tokens.claims();
  if (idToken === undefined) throw new SignInFailure('Invalid', 'The provider sent no ID token.');
  if (idToken.iat > deps.clock().getTime() / 1000 + TOLERANCE_S) {
    throw new SignInFailure('Clock', 'The ID token is dated in the future.');
  }
  // Some providers describe the person only there.
  const about =
    server.userinfo_endpoint !== undefined && lacksClaims(provider, idToken)
      ? await fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : {};
  const claims = joinClaims(idToken, about);
  return { person: readPerson(provider, idToken, claims), claims, idToken: tokens.id_token ?? null };
}

function lacksClaims({ groupsClaim, siteAdminClaim }: ProviderRow, idToken: Claims): boolean {
  const roots = [groupsClaim, siteAdminClaim]
    .filter((claim) => claim !== null)
    .map((claim) => claim.split('.')[0] ?? '');
  return ['email', 'email_verified', 'name', ...roots].some((claim) => !Object.hasOwn(idToken, claim));
}

async function signIn(
  tx: Tx,
  deps: WithSteps<UserSteps>,
  { provider, person }: Proven,
  { browser, replaced }: Callback,
): Promise<SignedIn | PendingStep> {
  const now = deps.clock();
  // Before the row of the user, as all changes of roles do.
  const siteAdmins = person.isSiteAdmin === null ? new Set<number>() : await lockSiteAdmins(tx, provider.deploymentId);
  const user = await resolveAccount(tx, deps.steps, { provider, person, now });
  const account = await applyClaims(tx, provider, { user, person, siteAdmins, now });
  const origin = { providerId: provider.providerId, providerSession: person.providerSession };
  const authenticatedAt =
    person.authenticatedAt === null || person.authenticatedAt > now ? now : person.authenticatedAt;
  return finishSignIn(deps, tx, account, { browser, replaced, methods: ['provider'], origin, authenticatedAt });
}

// The person has proved who they are by their password, or otherwise, to the session that began the link.
async function link(tx: Tx, deps: WithSteps<UserSteps>, { provider, person, pending }: Proven): Promise<null> {
  const { deploymentId, userId, sessionId } = pending;
  if (userId === null || sessionId === null) throw new Error('A link has a person and a session.');
  const user = await lockAccount(tx, { deploymentId, userId });
  if (!(await lockSession(tx, user, sessionId))) throw new SignInFailure('Expired', 'The session has ended.');
  await linkIdentity(tx, { provider, person, now: deps.clock() }, user);
  return null;
}

// After the commit, because all sign-ins of the provider write this row. The person is signed in already if it fails.
async function noteSignIn({ sql, clock, log }: WithSteps<UserSteps>, pending: PendingSignIn): Promise<void> {
  await recordSignIn(sql, pending, clock()).catch((err: unknown) => log.warn({ err }, 'A sign-in was not counted.'));
}

async function recordTest(tx: Tx, deps: WithSteps<UserSteps>, { provider, pending, claims }: Proven): Promise<null> {
  await storeTest(tx, pending, { failure: null, claims });
  await recordTested(tx, provider, deps.clock());
  const who = { deploymentId: pending.deploymentId, userId: pending.userId, at: deps.clock() };
  const details = { providerId: provider.providerId, failure: null };
  await insertActivity(tx, who, { type: 'IdentityProviderTested', contentName: provider.name, details });
  return null;
}

// The page of a test shows the result.
function pageAfter({ purpose, returnTo, providerId, signInId }: PendingSignIn): string {
  return purpose === 'test' ? `${returnTo}?provider=${providerId}&test=${signInId}` : returnTo;
}

function disabled(): SignInFailure {
  return new SignInFailure('Disabled', 'The provider is disabled.');
}
