import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { recordRead } from '../activity/activity.queries.ts';
import { actorOf } from '../actor.ts';
import { type KeptMail, findKeptMail, listKeptMails } from './mails.queries.ts';
import { mailDocs } from './mails.docs.ts';
import { KeptMailSchema, MailParams } from './mails.schema.ts';

/** Mails stored while no mail server is configured (SMTP_URL). An extension. */
export function outboxRoutes(app: App, deps: Deps): void {
  const { sql, config } = deps;

  app.get('/api/outbox', {
    config: { role: 'siteAdmin' },
    schema: {
      ...mailDocs.listKeptMails,
      querystring: Type.Object(pageQuery),
      response: { 200: Type.Array(KeptMailSchema) },
    },
    handler: async (request, reply) => {
      assertKeptHere(deps);
      const page = readPage<[number]>(request.query, ['number']);
      const rows = await listKeptMails(sql, actorOf(request).deploymentId, page);
      const kept = cutPage({ request, reply, baseUrl: config.baseUrl }, page, rows, (row) => [row.mailId]);
      return kept.map((row) => presentMail(row, config.baseUrl));
    },
  });

  app.get('/api/outbox/:mailId/message', {
    config: { role: 'siteAdmin' },
    schema: { ...mailDocs.getKeptMailMessage, params: MailParams },
    handler: async (request, reply) => {
      assertKeptHere(deps);
      const actor = actorOf(request);
      const mail = await findKeptMail(sql, actor.deploymentId, request.params.mailId);
      if (mail === undefined) throw notFound('mail');
      if (request.method !== 'HEAD') {
        const details = { mailId: mail.mailId, to: mail.to };
        await recordRead(sql, actor, { type: 'MailViewed', contentName: mail.subject, details });
      }
      return reply.headers({ 'content-type': 'message/rfc822', 'cache-control': 'no-store' }).send(mail.message);
    },
  });
}

function assertKeptHere({ config }: Deps): void {
  if (config.smtpUrl !== null) throw notFound('outbox: mails are sent by SMTP');
}

function presentMail({ mailId, to, subject, createdAt }: KeptMail, baseUrl: string) {
  return {
    MailId: mailId,
    To: to,
    Subject: subject,
    DateCreated: createdAt,
    Links: { Message: `${baseUrl}/api/outbox/${mailId}/message` },
  };
}
