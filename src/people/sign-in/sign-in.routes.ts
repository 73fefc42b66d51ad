import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../../core/actor.ts';
import { namedDeployment, siteOf } from '../../core/hosts/hosts.http.ts';
import { isFresh } from '../credentials/fresh.ts';
import type { Ceremony } from '../passkeys/challenges.ts';
import { type Reauthentication, reauthenticate } from './reauthenticate.actions.ts';
import { confirmCeremony, secondStepCeremony } from './ceremonies.http.ts';
import { type ProofBody, listProofs, proofOf } from './proofs.ts';
import { finishSecondStep } from './second-step.actions.ts';
import { signIn } from './sign-in.actions.ts';
import { signInDocs } from './sign-in.docs.ts';
import { assertNotForeign, clearPending, pendingOf, sendSignIn, signInPlace } from './sign-in.http.ts';
import {
  DeploymentChoiceSchema,
  ReauthenticateBody,
  SecondStepBody,
  SecondStepSchema,
  SessionAuthenticationSchema,
  SignInBody,
  SignedInSchema,
} from './sign-in.schema.ts';

/** Signing in to a browser. All extensions. */
export function signInRoutes(app: App, deps: Deps): void {
  app.post('/api/sessions', {
    config: { public: true },
    schema: {
      ...signInDocs.createSession,
      body: SignInBody,
      response: { 200: Type.Union([SecondStepSchema, DeploymentChoiceSchema]), 201: SignedInSchema },
    },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request, reply) => {
      const { Email: email, Password: password, DeploymentId: deploymentId = null } = request.body;
      const named = namedDeployment(request, deploymentId);
      const wanted = { ...signInPlace(deps, request), email, password, deploymentId: named };
      return sendSignIn(deps, reply, await signIn(deps, wanted));
    },
  });

  app.post('/api/sessions/second-step', {
    config: { public: true },
    schema: { ...signInDocs.finishSecondStep, body: SecondStepBody, response: { 201: SignedInSchema } },
    onRequest: async (request) => assertNotForeign(deps, request),
    handler: async (request, reply) => {
      const pending = pendingOf(deps, request);
      const proof = proofOf(request.body, secondStepCeremony(request, pending));
      const signedIn = await finishSecondStep(deps, {
        ...signInPlace(deps, request),
        site: siteOf(request),
        pending,
        proof,
      });
      clearPending(deps, reply);
      return sendSignIn(deps, reply, signedIn);
    },
  });

  confirmationRoutes(app, deps);
}

/** docs/api/authentication.md#fresh-authentication */
function confirmationRoutes(app: App, deps: Deps): void {
  app.get('/api/sessions/current/authentication', {
    config: { limitedSession: true },
    schema: { ...signInDocs.getSessionAuthentication, response: { 200: SessionAuthenticationSchema } },
    handler: async (request) => {
      const actor = actorOf(request);
      if (actor.via.kind !== 'session') throw notFound('session');
      const { authenticatedAt } = actor.via;
      const methods = await listProofs(deps.sql, actor);
      return { DateAuthenticated: authenticatedAt, IsFresh: isFresh(actor, actor.via), Methods: methods };
    },
  });

  app.post('/api/sessions/current/authentication', {
    config: { limitedSession: true },
    schema: { ...signInDocs.authenticateSession, body: ReauthenticateBody, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const actor = actorOf(request);
      const { Password: password, ...other } = request.body;
      const proof = freshProof(password, other, confirmCeremony(request, actor));
      await reauthenticate(deps, actor, { proof, address: request.ip });
      return reply.code(204).send(null);
    },
  });
}

function freshProof(password: string | undefined, other: ProofBody, ceremony: Ceremony): Reauthentication['proof'] {
  if (password === undefined) return proofOf(other, ceremony);
  if (Object.values(other).some((value) => value !== undefined)) {
    throw invalidParameter('Password', 'Send one proof only.');
  }
  return { method: 'password', password };
}
