/** A person with an authenticator app, for tests. */
import { Secret, TOTP } from 'otpauth';
import type { TestApp } from '../../../test/harness.ts';
import type { Answer } from '../../../test/client.ts';
import type { Person, World } from '../../../test/world.ts';
import { ORIGIN, type SignedInBrowser, cookieOf, signIn, trySignIn } from '../sessions/browser.fixture.ts';

export type Enrolled = { browser: SignedInBrowser; key: string; codes: string[] };

const STEP_MS = 30_000;

/** The code that the app shows at the time; `steps` later or earlier. */
export function codeAt(key: string, now: Date, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp: now.getTime() + steps * STEP_MS });
}

/** Signs the person in and sets up an authenticator app. Its next code is valid. */
export async function enroll(app: TestApp, w: World, person: Person): Promise<Enrolled> {
  const opened = await signIn(w, person);
  const origin = new URL(app.deps.config.baseUrl).origin;
  const api: SignedInBrowser['api'] = (method, path, body, more) => opened.api(method, path, body, { origin, ...more });
  const browser = { ...opened, api };
  const { body: setup } = await browser.api('POST', '/api/users/me/second-factors/totp');
  const answer = await confirm(browser, codeAt(setup.Secret, app.clock.now, -1));
  if (answer.status !== 200) throw new Error(`The setup was answered with ${answer.status}: ${answer.text}`);
  return { browser, key: setup.Secret, codes: answer.body.RecoveryCodes };
}

export const confirm = (browser: SignedInBrowser, code: string): Promise<Answer> =>
  browser.api('POST', '/api/users/me/second-factors/totp/confirm', { Code: code });

/** The cookie of a first step with the correct password. */
export async function firstStep(w: World, person: Person, headers: Record<string, string> = {}): Promise<string> {
  const answer = await trySignIn(w, person.email, person.password, headers);
  if (answer.status !== 200) throw new Error(`The first step was answered with ${answer.status}: ${answer.text}`);
  return cookieOf(answer);
}

/** Takes the second step with the cookie of the first. */
export function secondStep(
  w: World,
  cookie: string,
  proof: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return w.anonymous.api('POST', '/api/sessions/second-step', proof, { cookie, origin: ORIGIN, ...headers });
}

/** The session cookie among the cookies of an answer. */
export function sessionOf(answer: Answer): string {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return cookies.find((cookie) => cookie.includes('carrel_session=')) ?? '';
}

/** The statuses of requests at once, in ascending order. */
export const statusesOf = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort((a, b) => a - b);
