import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { presentTaskState } from '../../work/tasks/tasks.presenter.ts';
import { type TaskRow, findTaskOfShare } from '../../work/task-rows/tasks.queries.ts';
import { CompleteTaskBody } from '../../work/tasks/tasks.schema.ts';
import { decideInVisit } from './task.actions.ts';
import { openVisitScope, visitOf } from '../visits/visits.http.ts';
import { visitDocs } from './visits.docs.ts';
import { LinkParams, VisitTaskSchema } from './visits.schema.ts';

const config = { public: true };
const params = LinkParams;
const response = { 200: VisitTaskSchema };

/** The task page of an assignee without an account. */
export function visitTaskRoutes(scope: App, deps: Deps): void {
  openVisitScope(scope, deps, (inner) => {
    inner.get('/link/:reference/task', {
      config,
      schema: { ...visitDocs.getVisitTask, params, response },
      handler: async (request) => {
        const { share, actor } = visitOf(request);
        const task = await findTaskOfShare(deps.sql, share, actor.now);
        if (task === undefined) throw notFound('task');
        return presentVisitTask(task);
      },
    });

    inner.post('/link/:reference/task/decision', {
      config: { ...config, refuseUnknown: [VisitTaskSchema] },
      schema: { ...visitDocs.decideVisitTask, params, body: CompleteTaskBody, response },
      handler: async (request) => presentVisitTask(await decideInVisit(deps, visitOf(request), request.body)),
    });
  });
}

function presentVisitTask(task: TaskRow): Static<typeof VisitTaskSchema> {
  return {
    ...presentTaskState(task, 'assignee'),
    Creator: { Name: task.creatorName, Email: task.creatorEmail },
    // The document exists, or there would be no visit.
    CanDecide: task.status === 'Open',
  };
}
