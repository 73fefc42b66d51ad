import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-type.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { id } from '../../platform/openapi/fields.ts';
import type { WithSteps } from '../../platform/steps.ts';
import type { Failure } from '../identity-providers/failure-classes.ts';
import { providerDocs } from '../identity-providers/providers.docs.ts';
import { SignInOptionsSchema } from '../identity-providers/providers.schema.ts';
import { findSignedIn } from '../sessions/authenticate.ts';
import { bindBrowser, browserSecretOf } from '../sign-in/browser-cookie.ts';
import type { PendingSignIn } from '../sign-in/finish-sign-in.ts';
import { setSignInCookie, signInPlace } from '../sign-in/sign-in.http.ts';
import type { UserSteps } from '../users/users.steps.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { type Callback, completeSignIn } from './complete.actions.ts';
import { type Directory, directoryOf } from './directory.ts';
import { failureOf } from './failures.ts';
import { keepIdToken } from './id-token-cookie.ts';
import { readSignInOptions } from './sign-in-options.ts';

const params = Type.Object({ providerId: id('The provider.') });
/** `again`: the provider asks the person to sign in again even if they have a session there. */
const BeginQuery = Type.Object({ back: Type.Optional(Type.String()), again: Type.Optional(Type.Boolean()) });
const open = { config: { public: true } } as const;

/** Addresses that browsers open to sign in with a provider (docs/api/sign-in.md). All answers lead to another page. */
export function providerSignInRoutes(app: App, deps: WithSteps<UserSteps>): void {
  const directory = directoryOf(deps);
  const { config } = deps;

  app.get('/api/sign-in', {
    ...open,
    schema: { ...providerDocs.getSignInOptions, response: { 200: SignInOptionsSchema } },
    handler: async (request) => readSignInOptions(deps, siteOf(request), await findSignedIn(deps, request)),
  });

  app.get('/sign-in/providers/:providerId', {
    ...open,
    schema: { hide: true, params, querystring: BeginQuery },
    handler: async (request, reply) => {
      const { providerId } = request.params;
      const returnTo = ownPath(request.query.back);
      const browser = bindBrowser(config, request, reply);
      const purpose = request.query.again === true ? ('confirm' as const) : ('signIn' as const);
      const wanted = { browser, address: request.ip, purpose, returnTo, person: null, site: siteOf(request) };
      try {
        return await reply.redirect(await beginSignIn(deps, directory, providerId, wanted), 303);
      } catch (error) {
        const { failure, message } = failureOf(error);
        request.log.warn({ providerId, failure, reason: message }, 'A sign-in with a provider could not begin.');
        return explain(reply, { failure, providerId, returnTo });
      }
    },
  });

  callbackRoute(app, deps, directory);
}

function callbackRoute(app: App, deps: WithSteps<UserSteps>, directory: Directory): void {
  app.get('/sign-in/providers/:providerId/callback', {
    ...open,
    schema: { hide: true, params },
    handler: async (request, reply) => {
      const { providerId } = request.params;
      const completed = await completeSignIn(deps, directory, callbackOf(deps, request, providerId));
      const { returnTo } = completed;
      if ('failure' in completed) {
        const { failure, isLink } = completed;
        if (isLink) return reply.redirect(`${returnTo}?failure=${failure}`, 303);
        return explain(reply, { failure, providerId, returnTo });
      }
      const { signedIn, idToken } = completed;
      if (signedIn === null) return reply.redirect(returnTo, 303);
      setSignInCookie(deps, reply, signedIn);
      if (idToken !== null) keepIdToken(deps, reply, providerId, idToken);
      return reply.redirect('pending' in signedIn ? secondStep(signedIn, returnTo) : returnTo, 303);
    },
  });
}

function callbackOf(deps: WithSteps<UserSteps>, request: FastifyRequest, providerId: number): Callback {
  const at = request.url.indexOf('?');
  return {
    providerId,
    query: new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)),
    browserSecret: browserSecretOf(deps.config, request),
    site: siteOf(request),
    ...signInPlace(deps, request),
  };
}

// The path of our own page in a parameter, or the start page: no browser may take it for another site.
function ownPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2000 || !/^\/(?![/\\])[^\\\p{Cc}\p{Z}]*$/u.test(wanted)) return '/';
  const url = URL.parse(wanted, 'http://own.invalid');
  // Not the sign-in page or a callback, which would lead in circles.
  if (url === null || url.host !== 'own.invalid' || url.pathname.startsWith('/sign-in')) return '/';
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? '/' : path;
}

// The sign-in page asks for the second factor.
function secondStep({ factors }: PendingSignIn, returnTo: string): string {
  const query = new URLSearchParams({ factors: factors.join(',') });
  if (returnTo !== '/') query.set('back', returnTo);
  return `/sign-in?${query.toString()}`;
}

type Explained = { failure: Failure; providerId: number; returnTo: string };

// The sign-in page says in plain words what happened, and offers to try again.
function explain(reply: FastifyReply, { failure, providerId, returnTo }: Explained): FastifyReply {
  const query = new URLSearchParams({ failure, provider: String(providerId) });
  if (returnTo !== '/') query.set('back', returnTo);
  return reply.redirect(`/sign-in?${query.toString()}`, 303);
}
