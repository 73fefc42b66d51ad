import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { readLook } from '../../core/settings/settings.access.ts';
import { readCodeState } from '../access-codes/codes.actions.ts';
import { readKnownBrowser, readVisitId } from '../visits/cookies.http.ts';
import type { Visit } from '../visits/visits.access.ts';
import { presentCode, presentVisit } from './visits.presenter.ts';

/** The visit for its page. `key`: of the recipient whose personal link was opened. */
export async function showVisit(deps: Deps, request: FastifyRequest, visit: Visit, key = '') {
  const { share, isUnlocked } = visit;
  const wantsCode = share.accessCodeRequired && !isUnlocked;
  const personal = { share, key, browser: readKnownBrowser(deps, request, share) };
  const [look, code] = await Promise.all([
    readLook(deps.sql, share.deploymentId),
    wantsCode ? readCodeState(deps, personal, readVisitId(deps, request)) : null,
  ]);
  const shownCode = code === null ? null : presentCode(share, code);
  return presentVisit(deps.config, visit, shownCode, look);
}
