import { answered, hasAll, holds, matches, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';

const FOR_SITE_ADMINS = [
  'overview',
  'mails',
  'queue',
  'jobs',
  'health',
  'tokens',
  'shares',
  'trash',
  'audit/verifications',
];

export const admin: Page = {
  page: 'docs/api/admin.md',
  rules: [
    rule('other-administration', 'every list is for site admins', async (w) => {
      for (const name of FOR_SITE_ADMINS) refused(await w.owner.get(`/api/admin/${name}`), 403);
    }),
    rule('overview', 'it has the figures of the deployment', async (w) => {
      const answer = answered(await w.admin.get('/api/admin/overview'), 200);
      const figures = ['Documents', 'StorageBytes', 'People', 'SiteAdmins', 'Links.Active', 'FailedSignIns'];
      hasAll(answer, answer.body, [...figures, 'Jobs.Failed', 'Mails.Failed', 'Tasks.Open']);
      same(answer, answer.body.list('Activity').length, 30, 'the number of days');
      for (const day of answer.body.list('Activity')) matches(answer, day.at('Day'), /^\d{4}-\d\d-\d\d/, 'Day');
    }),
    rule('mails', 'emails are listed without their text', async (w) => {
      const answer = answered(await w.admin.get('/api/admin/mails?top=5'), 200);
      for (const mail of answer.body.list()) {
        hasAll(answer, mail, ['MailId', 'To', 'Subject', 'State', 'DateCreated', 'CanRetry']);
        holds(answer, !mail.has('Text') && !mail.has('Html'), 'no text');
      }
    }),
    rule('background-jobs', 'they are listed with their state', async (w) => {
      const answer = answered(await w.admin.get('/api/admin/queue?top=5'), 200);
      for (const job of answer.body.list())
        hasAll(answer, job, ['QueuedJobId', 'Kind', 'State', 'Attempts', 'CanRetry']);
      refused(await w.admin.get('/api/admin/queue?state=asleep'), 400);
    }),
    rule('health', 'findings have a state', async (w) => {
      const answer = answered(await w.admin.get('/api/admin/health'), 200);
      hasAll(answer, answer.body, ['DateChecked', 'Findings']);
      for (const one of answer.body.list('Findings')) {
        matches(answer, one.at('State'), /^(?:ok|hint|warning|failed)$/, 'State');
      }
    }),
    rule('probes', 'the process and its parts answer without a credential', async (w) => {
      answered(await w.anonymous.get('/healthz'), 200);
      answered(await w.anonymous.get('/readyz'), 200);
    }),
  ],
};
