import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { Problem, conflict, missingParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { recordRead } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { type Personal, claimAddress, enterCode, sendCodeAgain } from '../access-codes/codes.actions.ts';
import { noteOpening } from '../visits/openings.queries.ts';
import { showVisit } from './show-visit.ts';
import { tryPassword } from '../visits/unlock.ts';
import { type KnownBrowser, ensureVisitId, readKnownBrowser, rememberUnlocked } from '../visits/cookies.http.ts';
import { type Visit, accessVisit, assertPrepared } from '../visits/visits.access.ts';
import type { VisitedShare } from '../visits/visits.queries.ts';
import { visitDocs } from './visits.docs.ts';
import { LinkParams, ResendBody, ResentSchema, UnlockBody, VisitSchema } from './visits.schema.ts';

const config = { public: true };
const params = LinkParams;

type Keys = Static<typeof UnlockBody>;

/** Unlocking a link by its password, or by the code mailed to its recipient. */
export function lockRoutes(scope: App, deps: Deps): void {
  scope.post('/link/:reference/unlock', {
    config,
    schema: { ...visitDocs.unlockVisit, params, body: UnlockBody, response: { 200: VisitSchema } },
    handler: async (request, reply) => {
      const visit = await accessVisit(deps, request).catch(async (error: unknown) => {
        await spendAttempt(deps, request, error, request.body);
        throw error;
      });
      assertPrepared(visit.share);
      const email = await unlock(deps, request, reply, visit, request.body).catch(async (error: unknown) => {
        await recordWrongKey(deps, visit, error);
        throw error;
      });
      const unlocked = { ...visit, actor: provedBy(visit.actor, email), isUnlocked: true };
      await noteOpening(deps, unlocked, request.body.Recipient);
      return showVisit(deps, request, unlocked);
    },
  });

  scope.post('/link/:reference/codes', {
    config,
    schema: { ...visitDocs.resendAccessCode, params, body: ResendBody, response: { 202: ResentSchema } },
    handler: async (request, reply) => {
      const { share } = await accessVisit(deps, request);
      assertPrepared(share);
      if (!share.accessCodeRequired) throw conflict('This link does not require an access code.');
      const browser = readKnownBrowser(deps, request, share);
      const personal = claimIn(request.body, share, browser);
      const { sentAt, canResendAt } = await sendCodeAgain(deps, personal, request.ip);
      return reply.code(202).send({ SentAt: sentAt.toISOString(), CanResendAt: canResendAt.toISOString() });
    },
  });
}

// The key of a personal link, or an address if domains are allowed.
function claimIn(
  { Recipient, Email }: Pick<Keys, 'Recipient' | 'Email'>,
  share: VisitedShare,
  browser: KnownBrowser | null,
): Personal {
  if (Recipient !== undefined) return { share, key: Recipient, browser };
  if (Email === undefined || share.allowedDomains === null) throw missingParameter('Recipient');
  return claimAddress(Email, share, browser);
}

function provedBy(actor: Actor, email: string | null): Actor {
  const { via } = actor;
  return email === null || via.kind !== 'visit' ? actor : { ...actor, via: { ...via, email } };
}

// Returns the address of the recipient whose code it was.
async function unlock(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  keys: Keys,
): Promise<string | null> {
  const { share } = visit;
  if (share.accessCodeRequired) {
    const personal = claimIn(keys, share, readKnownBrowser(deps, request, share));
    if (keys.Code === undefined) throw missingParameter('Code');
    const attempt = { code: keys.Code, visitId: ensureVisitId(deps, request, reply), address: request.ip };
    const { recipientId, email } = await enterCode(deps, personal, attempt);
    rememberUnlocked(deps, request, reply, share, recipientId);
    return email;
  }
  if (share.passwordHash !== null) {
    if (keys.Password === undefined) throw missingParameter('Password');
    await tryPassword(deps, share, { password: keys.Password, address: request.ip });
    rememberUnlocked(deps, request, reply, share, null);
  }
  return null;
}

async function recordWrongKey({ sql }: Deps, { actor, folder, document }: Visit, error: unknown): Promise<void> {
  const item = document ?? folder;
  if (!(error instanceof Problem) || error.status !== 403 || item === null) return;
  const { libraryId, folderId } = item;
  const place = { libraryId, folderId, ...(document === null ? {} : { documentId: document.documentId }) };
  await recordRead(sql, actor, { type: 'InvalidLinkPassword', contentName: item.name, ...place });
}

// An unknown reference takes as long as a wrong password.
async function spendAttempt(deps: Deps, request: FastifyRequest, error: unknown, { Password }: Keys): Promise<void> {
  if (!(error instanceof Problem) || error.status !== 404 || Password === undefined) return;
  await tryPassword(deps, null, { password: Password, address: request.ip }).catch((refusal: unknown) => {
    if (!(refusal instanceof Problem) || refusal.status !== 403) throw refusal;
  });
}
