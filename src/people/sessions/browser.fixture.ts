/** A signed-in browser for tests. */
import type { Answer, Client } from '../../../test/client.ts';
import type { Person, World } from '../../../test/world.ts';

export const ORIGIN = 'http://carrel.test';

export type SignedInBrowser = { sessionId: number; cookie: string; api: Client['api'] };

/** Attempts to sign in with these `headers`. */
export function trySignIn(
  w: World,
  email: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return w.anonymous.api('POST', '/api/sessions', { Email: email, Password: password }, headers);
}

/** The cookie of each person's known browser, so that further sign-ins are not announced. */
const browsers = new WeakMap<Person, string>();

/** Signs the person in; the browser sends its cookie and our own origin. */
export async function signIn(w: World, person: Person, headers: Record<string, string> = {}): Promise<SignedInBrowser> {
  const sent = [headers['cookie'], browsers.get(person)].filter((cookie) => cookie !== undefined).join('; ');
  const answer = await trySignIn(w, person.email, person.password, {
    ...headers,
    ...(sent === '' ? {} : { cookie: sent }),
  });
  if (answer.status !== 201) throw new Error(`Signing in was answered with ${answer.status}: ${answer.text}`);
  const cookie = cookieOf(answer);
  browsers.set(person, answer.headers.getSetCookie()[1]?.split(';', 1)[0] ?? '');
  return {
    sessionId: answer.body.SessionId,
    cookie,
    api: (method, path, body, more = {}) => w.anonymous.api(method, path, body, { cookie, origin: ORIGIN, ...more }),
  };
}

/** The Cookie header that a browser would send. */
export function cookieOf(answer: Answer): string {
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

export const isSignedIn = async (browser: SignedInBrowser): Promise<boolean> =>
  (await browser.api('GET', '/api/libraries')).status === 200;
