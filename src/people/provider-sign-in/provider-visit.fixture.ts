/** A browser that signs in with a provider, for tests. */
import type { JWTPayload } from 'jose';
import type { Answer, Client } from '../../../test/client.ts';
import type { Person, World } from '../../../test/world.ts';
import { ORIGIN } from '../sessions/browser.fixture.ts';
import { CLIENT_ID, CLIENT_SECRET, type Forge, type Lie } from './forge.fixture.ts';

/** Adds an enabled provider and returns its id. */
export async function addForge(admin: Person, forge: Forge, more: object = {}): Promise<number> {
  const body = {
    Name: 'Forge',
    Issuer: forge.issuer,
    ClientId: CLIENT_ID,
    ClientSecret: CLIENT_SECRET,
    IsEnabled: true,
    ...more,
  };
  const answer = await admin.api('POST', '/api/identity-providers', body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.ProviderId;
}

export type Outcome = {
  status: number;
  /** The class of the failure, or null. */
  failure: string | null;
  location: string;
  /** Requests of the browser that is signed in, or not. */
  api: Client['api'];
  cookie: string;
};

const cookiesOf = (answer: Answer) => answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');

/** Opens the address of a provider. `cookie`: what the browser has already. */
export async function begin(
  w: World,
  providerId: number,
  back = '',
  cookie = '',
): Promise<{ uri: string; cookie: string }> {
  const query = back === '' ? '' : `?back=${encodeURIComponent(back)}`;
  const answer = await w.anonymous.api('GET', `/sign-in/providers/${providerId}${query}`, undefined, { cookie });
  return {
    uri: answer.headers.get('location') ?? '',
    cookie: [cookie, ...cookiesOf(answer)].filter(Boolean).join('; '),
  };
}

/** Comes back from a provider. */
export async function comeBack(w: World, providerId: number, query: URLSearchParams, cookie: string): Promise<Outcome> {
  const path = `/sign-in/providers/${providerId}/callback?${query.toString()}`;
  const answer = await w.anonymous.api('GET', path, undefined, { cookie });
  const location = answer.headers.get('location') ?? '';
  const own = cookiesOf(answer).join('; ');
  return {
    status: answer.status,
    failure: new URL(location, ORIGIN).searchParams.get('failure'),
    location,
    cookie: own,
    api: (method, at, body) => w.anonymous.api(method, at, body, { cookie: own, origin: ORIGIN }),
  };
}

/** Signs in as a person of the provider. */
export async function signInAs(
  w: World,
  forge: Forge,
  providerId: number,
  person: JWTPayload,
  { lie = {}, back = '', cookie = '' }: { lie?: Lie; back?: string; cookie?: string } = {},
): Promise<Outcome> {
  const begun = await begin(w, providerId, back, cookie);
  return comeBack(w, providerId, forge.authorize(begun.uri, person, lie), begun.cookie);
}
