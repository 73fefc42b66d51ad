import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { emailKey } from '../../platform/values/email.ts';
import { actorOf } from '../actor.ts';
import { findPersonsAt } from '../persons/persons.queries.ts';
import { presentMail } from './admin.presenter.ts';
import { findSendingJobs, listMails } from './admin.queries.ts';
import { retryMail } from './mails.actions.ts';
import { MailFilter, MailParams, MailSchema } from './mails.schema.ts';
import { mailDocs } from './mails.docs.ts';

/** The mails of a deployment, for its site admins. An extension. */
export function mailRoutes(app: App, deps: Deps): void {
  const { sql, config } = deps;

  app.get('/api/admin/mails', {
    config: { role: 'siteAdmin' },
    schema: {
      ...mailDocs.listMails,
      querystring: Type.Object({ ...pageQuery, state: MailFilter }),
      response: { 200: Type.Array(MailSchema) },
    },
    handler: async (request, reply) => {
      const { deploymentId } = actorOf(request);
      const { state } = request.query;
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listMails(sql, deploymentId, state, page);
      const mails = cutPage({ request, reply, baseUrl: config.baseUrl }, page, rows, (row) => [row.mailId]);
      const waiting = mails.filter((mail) => mail.state === 'queued').map(({ mailId }) => mailId);
      const jobs = new Map((await findSendingJobs(sql, deploymentId, waiting)).map((job) => [job.mailId, job]));
      const people = await findPersonsAt(
        sql,
        deploymentId,
        mails.map(({ to }) => to),
      );
      return mails.map((mail) =>
        presentMail(config.baseUrl, mail, {
          job: jobs.get(mail.mailId),
          recipient: people.get(emailKey(mail.to)) ?? null,
        }),
      );
    },
  });

  app.post('/api/admin/mails/:mailId/retry', {
    config: { role: 'siteAdmin' },
    schema: { ...mailDocs.retryMail, params: MailParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await retryMail(deps, actorOf(request), request.params.mailId);
      return reply.code(204).send(null);
    },
  });
}
