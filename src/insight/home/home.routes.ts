import { type Static, Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type Actor, actorOf } from '../../core/actor.ts';
import { readUsage } from '../../library/counts/counts.queries.ts';
import { presentNew, presentRecent } from '../../library/recents/recents.presenter.ts';
import { listNew, listRecent } from '../../library/recents/recents.queries.ts';
import { presentStarred } from '../../library/stars/stars.presenter.ts';
import { listStarred } from '../../library/stars/stars.queries.ts';
import { presentRequest } from '../../sharing/requests/requests.presenter.ts';
import { listRequests } from '../../sharing/requests/requests.queries.ts';
import { linkPartsOf } from '../../sharing/shares/links.http.ts';
import type { LinkParts } from '../../sharing/shares/web-links.ts';
import { presentTask } from '../../work/tasks/tasks.presenter.ts';
import { listWaitingTasks } from '../../work/task-rows/tasks.queries.ts';
import { homeDocs } from './home.docs.ts';
import {
  type HomeState,
  STEPS,
  dismissSteps,
  measureOwnLibrary,
  noteVisit,
  readHomeState,
  readSteps,
} from './home.queries.ts';
import { HomeSchema, StepParams } from './home.schema.ts';

const DAY_MS = 86_400_000;
const NEW_DAYS = 30;
const TASKS = 5;
const ROWS = { limit: 7, after: null };

/** docs/api/home.md#home-object */
export function homeRoutes(app: App, deps: Deps): void {
  app.get('/api/users/me/home', {
    schema: { ...homeDocs.getHome, response: { 200: HomeSchema } },
    handler: async (request) => readHome(deps, actorOf(request), linkPartsOf(request, deps)),
  });

  const config = { role: 'siteAdmin' } as const;
  app.delete('/api/users/me/checklist', {
    config,
    schema: { ...homeDocs.dismissChecklist, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await dismissSteps(deps.sql, actorOf(request), [...STEPS]);
      return reply.code(204).send(null);
    },
  });

  app.delete('/api/users/me/checklist/:step', {
    config,
    schema: { ...homeDocs.dismissStep, params: StepParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      const step = STEPS.find((each) => each === request.params.step);
      if (step === undefined) throw notFound('step');
      await dismissSteps(deps.sql, actorOf(request), [step]);
      return reply.code(204).send(null);
    },
  });
}

async function readHome(deps: Deps, actor: Actor, parts: LinkParts): Promise<Static<typeof HomeSchema>> {
  const { baseUrl } = deps.config;
  // The visit decides what is new; everything else is read meanwhile, in one round trip.
  const state = actor.via.kind === 'session' ? noteVisit(deps.sql, actor) : readHomeState(deps.sql, actor);
  const sql = deps.sql.together();
  const [tasks, requests, recents, starred, own, usage, done, { previousSeenAt, dismissed }, news] = await Promise.all([
    listWaitingTasks(sql, actor, TASKS),
    listRequests(sql, actor, TASKS),
    listRecent(sql, actor, ROWS),
    listStarred(sql, actor, ROWS),
    measureOwnLibrary(sql, actor),
    actor.isSiteAdmin ? readUsage(sql, actor.deploymentId) : null,
    actor.isSiteAdmin ? readSteps(sql, actor.deploymentId) : null,
    state,
    state.then((known) => listNewSince(deps, actor, known)),
  ]);
  return {
    Tasks: tasks.map((task) => presentTask(baseUrl, actor, task)),
    Requests: requests.map((row) => presentRequest(parts, row)),
    Recents: recents.map((row) => presentRecent(baseUrl, row)),
    Starred: starred.map((row) => presentStarred(baseUrl, row)),
    PreviousVisit: previousSeenAt,
    NewDocuments: news.map((row) => presentNew(baseUrl, row)),
    Storage: {
      PersonalLibrary: { Documents: own.documents, Bytes: own.bytes, IsPartial: own.isPartial },
      Deployment: usage === null ? null : { Documents: usage.documents, Bytes: usage.bytes, IsPartial: false },
    },
    Checklist: done === null ? [] : STEPS.filter((step) => !done[step] && !dismissed.includes(step)),
  };
}

async function listNewSince({ sql }: Deps, actor: Actor, { previousSeenAt }: HomeState) {
  if (previousSeenAt === null) return [];
  const earliest = actor.now.getTime() - NEW_DAYS * DAY_MS;
  return listNew(sql, actor, new Date(Math.max(Date.parse(previousSeenAt), earliest)), ROWS.limit + 1);
}
