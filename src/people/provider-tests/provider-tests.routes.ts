import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { accessProvider } from '../identity-providers/providers.access.ts';
import { discardReadings } from '../identity-providers/providers.queries.ts';
import { ProviderParams } from '../identity-providers/providers.schema.ts';
import { begin } from '../provider-sign-in/begin-sign-in.ts';
import { bindBrowser } from '../sign-in/browser-cookie.ts';
import { readPerson } from '../provider-sign-in/claims.ts';
import { directoryOf } from '../provider-sign-in/directory.ts';
import { failureOf } from '../provider-sign-in/failures.ts';
import { findTest } from '../provider-sign-in/sign-ins.queries.ts';
import { checkProvider } from './check-provider.ts';
import { expectOutcome } from './expect-outcome.ts';
import { providerTestDocs } from './provider-tests.docs.ts';
import { presentOutcome } from './provider-tests.presenter.ts';
import { ProviderCheckSchema, ProviderTestParams, ProviderTestSchema } from './provider-tests.schema.ts';

const config = { role: 'siteAdmin' } as const;

/** docs/api/sign-in.md#testing-a-provider */
export function providerTestRoutes(app: App, deps: Deps): void {
  const directory = directoryOf(deps);
  app.post('/api/identity-providers/:providerId/test', {
    config,
    schema: {
      ...providerTestDocs.testIdentityProvider,
      params: ProviderParams,
      response: { 200: ProviderCheckSchema },
    },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { providerId } = request.params;
      const provider = await discardReadings(deps.sql, await accessProvider(deps.sql, actor, providerId));
      const check = await checkProvider(directory, provider);
      const failed = { Failure: check.failure, Reason: check.reason, KeyCount: check.keys, TestId: null, Uri: null };
      if (check.failure !== null) return failed;
      const browser = bindBrowser(deps.config, request, reply);
      const person = { userId: actor.userId, sessionId: null };
      const returnTo = '/admin/sign-in';
      const beginning = {
        browser,
        address: request.ip,
        purpose: 'test' as const,
        returnTo,
        person,
        site: siteOf(request),
      };
      try {
        const { uri, signInId } = await begin(deps, directory, provider, beginning);
        return { ...failed, TestId: signInId, Uri: uri };
      } catch (error) {
        const { failure, message } = failureOf(error);
        return { ...failed, Failure: failure, Reason: message };
      }
    },
  });

  testRoute(app, deps);
}

function testRoute(app: App, { sql, config: { baseUrl } }: Deps): void {
  app.get('/api/identity-providers/:providerId/tests/:testId', {
    config,
    schema: { ...providerTestDocs.getProviderTest, params: ProviderTestParams, response: { 200: ProviderTestSchema } },
    handler: async (request) => {
      const actor = actorOf(request);
      const test = await findTest(sql, actor, request.params);
      if (test === undefined) throw notFound('test');
      const { isUsed, failure, claims } = test;
      const result = { IsComplete: isUsed, Failure: failure, Claims: claims };
      if (failure !== null || claims === null) return { ...result, Outcome: null };
      const provider = await accessProvider(sql, actor, request.params.providerId);
      // The kept claims include those of the ID token.
      const person = readPerson(provider, claims, claims);
      return { ...result, Outcome: presentOutcome(baseUrl, person, await expectOutcome(sql, provider, person)) };
    },
  });
}
