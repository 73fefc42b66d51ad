import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { RequestOptionsSchema } from '../passkeys/passkeys.schema.ts';
import { bindBrowser, browserSecretOf, passkeyCookie } from '../sign-in/browser-cookie.ts';
import { confirmCeremony, secondStepCeremony, signInCeremony } from '../sign-in/ceremonies.http.ts';
import { assertNotForeign, pendingOf, sendSignIn, signInPlace } from '../sign-in/sign-in.http.ts';
import { SignedInSchema } from '../sign-in/sign-in.schema.ts';
import { signInWithPasskey, startConfirmation, startSecondStep, startSignIn } from './passkey-sign-in.actions.ts';
import { passkeySignInDocs } from './passkey-sign-in.docs.ts';
import { PasskeySignInBody } from './passkey-sign-in.schema.ts';

const PUBLIC = { public: true } as const;
const OPTIONS = { 200: RequestOptionsSchema };

/** docs/api/passkeys.md */
export function passkeySignInRoutes(app: App, deps: Deps): void {
  const { config } = deps;

  app.post('/api/sessions/passkey/options', {
    config: PUBLIC,
    schema: { ...passkeySignInDocs.startPasskeySignIn, response: OPTIONS },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request, reply) => {
      const browser = bindBrowser(config, request, reply, passkeyCookie);
      return startSignIn(deps, signInCeremony(request, browser));
    },
  });

  app.post('/api/sessions/passkey', {
    config: PUBLIC,
    schema: {
      ...passkeySignInDocs.createPasskeySession,
      body: PasskeySignInBody,
      response: { 201: SignedInSchema },
    },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request, reply) => {
      const ceremony = signInCeremony(request, browserSecretOf(config, request, passkeyCookie));
      const given = { proof: request.body.Passkey, ceremony };
      const wanted = { ...signInPlace(deps, request), given, site: siteOf(request) };
      return sendSignIn(deps, reply, await signInWithPasskey(deps, wanted));
    },
  });

  proofRoutes(app, deps);
}

// Options for the second step and for confirming a session.
function proofRoutes(app: App, deps: Deps): void {
  app.post('/api/sessions/second-step/passkey', {
    config: PUBLIC,
    schema: { ...passkeySignInDocs.startSecondStepPasskey, response: OPTIONS },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request) => {
      const pending = pendingOf(deps, request);
      return startSecondStep(deps, secondStepCeremony(request, pending), { pending, site: siteOf(request) });
    },
  });

  app.post('/api/sessions/current/authentication/passkey', {
    config: { limitedSession: true },
    schema: { ...passkeySignInDocs.startConfirmationPasskey, response: OPTIONS },
    handler: async (request) => {
      const actor = actorOf(request);
      return startConfirmation(deps, confirmCeremony(request, actor), actor);
    },
  });
}
