import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import type { Answer, Client } from '../client.ts';
import { type Page, rule } from '../rule.ts';
import type { World } from '../world.ts';
import { complete } from './jobs.ts';

const CONTENT = 'Activity Date,Username,Activity Type,Content Name,User Id';
const USERS = 'Activity Date,Username,Activity Type,Content Name';
const TASKS =
  'Task Id,Type,Instructions,Item Type,Item Name,Creator,Assignee,Due Date,Date Assigned,Status,Date Resolved';

export const reports: Page = {
  page: 'docs/api/reports.md',
  rules: [
    rule('recorded-activity', 'changes of a document are in its activity, newest first', async (w) => {
      const documentId = await w.document(await w.folder());
      answered(await w.owner.patch(`/api/documents/${documentId}`, { DocumentName: 'renamed.txt' }), 200);
      const answer = answered(await w.reader.get(`/api/documents/${documentId}/activity`), 200);
      same(answer, answer.body.each('ActivityType'), ['DocumentRenamed', 'DocumentCreated'], 'ActivityType');
      const names = ['ActivityId', 'ActivityDate', 'UserName', 'UserId', 'Person', 'ActivityItemType', 'ContentName'];
      for (const row of answer.body.list()) hasAll(answer, row, names);
    }),
    rule('recorded-reads', 'HEAD, 304 and small thumbnails are not recorded', async (w) => {
      const documentId = await w.document(await w.folder());
      const path = `/api/documents/${documentId}`;
      const head = answered(await w.reader.send('HEAD', `${path}/content`), 200);
      answered(await w.reader.get(`${path}/content`, { 'if-none-match': header(head, 'etag') }), 304);
      answered(await w.reader.get(`${path}/thumbnail?size=64`), 200);
      const answer = answered(await w.owner.get(`${path}/activity`), 200);
      same(answer, answer.body.each('ActivityType'), ['DocumentCreated'], 'ActivityType');
    }),
    rule('recorded-reads', 'a refused read is recorded as AccessDenied', async (w) => {
      const documentId = await w.document(await w.folder());
      refused(await w.stranger.get(`/api/documents/${documentId}/content`), 403);
      const answer = answered(await w.owner.get(`/api/documents/${documentId}/activity`), 200);
      same(answer, answer.body.each('ActivityType')[0], 'AccessDenied', 'ActivityType');
    }),
    rule('activity-of-a-document', 'it requires Read', async (w) => {
      refused(await w.stranger.get(`/api/documents/${await w.document(await w.folder())}/activity`), 403);
    }),
    rule('reports', 'reports of users and tasks are for site admins, others require Read', async (w) => {
      refused(await w.owner.post(`/api/async/users/${w.owner.userId}/admin-report`), 403);
      refused(await w.owner.post('/api/async/tasks/task-report'), 403);
      refused(await w.stranger.post(`/api/async/libraries/${w.libraryId}/activity-report`), 403);
      refused(await w.owner.post('/api/async/documents/9007199254740991/activity-report'), 404);
    }),
    rule('report-range', 'a reversed range, and one that is too long, are 400', async (w) => {
      const library = `/api/async/libraries/${w.libraryId}/activity-report`;
      const document = `/api/async/documents/${await w.document(await w.folder())}/activity-report`;
      refused(await w.owner.post(`${document}?fromDate=2026-02-01&toDate=2026-01-01`), 400);
      refused(await w.owner.post(`${library}?fromDate=2026-01-01&toDate=2026-02-01`), 400);
      answered(await w.owner.post(`${library}?fromDate=2026-01-01&toDate=2026-01-31`), 202);
      const tasks = '/api/async/tasks/task-report';
      refused(await w.admin.post(`${tasks}?fromDate=2026-01-01&toDate=2026-04-02`), 400);
      answered(await w.admin.post(`${tasks}?fromDate=2026-01-01&toDate=2026-04-01&creator=${w.owner.email}`), 202);
    }),
    rule('reports', 'bad parameters are 400', async (w) => {
      const document = `/api/async/documents/${await w.document(await w.folder())}/activity-report`;
      for (const query of ['searchFlags=-2', 'searchFlags=x', 'fromDate=yesterday', 'includeSyncs=perhaps']) {
        refused(await w.owner.post(`${document}?${query}`), 400);
      }
      answered(await w.owner.post(`${document}?searchFlags=-1`), 202);
      refused(await w.admin.post('/api/async/tasks/task-report?status=done'), 400);
    }),
    rule('report-results', 'CSV is the default, JSON by Accept, and 406 excludes both', async (w) => {
      const { result } = await documentReport(w);
      const csv = answered(await w.owner.get(result), 200);
      matches(csv, header(csv, 'content-type'), /^text\/csv/, 'Content-Type');
      same(csv, csv.text.split('\r\n')[0], CONTENT, 'the first line');
      const json = answered(await w.owner.get(result, { accept: 'application/json' }), 200);
      for (const row of json.body.list()) {
        hasAll(json, row, ['ActivityDate', 'UserName', 'ActivityItemType', 'ContentName', 'UserId']);
      }
      same(json, json.body.each('ActivityItemType'), ['Created Document'], 'ActivityItemType');
      refused(await w.owner.get(result, { accept: 'image/png' }), 406);
    }),
    rule('report-results', 'the file has the given name and the extension of its form', async (w) => {
      const { result } = await documentReport(w, '?fileName=Audit');
      const csv = answered(await w.owner.get(result), 200);
      matches(csv, header(csv, 'content-disposition'), /filename="?Audit\.csv"?/, 'Content-Disposition');
      const json = answered(await w.owner.get(`${result}?form=json`), 200);
      matches(json, header(json, 'content-disposition'), /filename="?Audit\.json"?/, 'Content-Disposition');
    }),
    rule('report-results', 'rights are checked again, and another kind of report is 404', async (w) => {
      const { result } = await documentReport(w);
      refused(await w.stranger.get(result), 403);
      const other = result.replace('documents/document-activity-report', 'libraries/library-activity-report');
      refused(await w.owner.get(other), 404);
    }),
    rule('report-results', 'a result that was retrieved is kept for a while', async (w) => {
      const { result } = await documentReport(w);
      const [first, second] = [await w.owner.get(result), await w.owner.get(result)];
      same(second, answered(second, 200).text, answered(first, 200).text, 'the result');
    }),
    rule('report-rows', 'the report of a user has codes and no user id', async (w) => {
      const path = `/api/async/users/${w.owner.userId}/admin-report`;
      const result = await resultOf(w.admin, answered(await w.admin.post(path), 202));
      same(result, result.text.split('\r\n')[0], USERS, 'the first line');
      holds(result, /,DocumentCreated,/.test(result.text) || /,FolderCreated,/.test(result.text), 'a code');
    }),
    rule('report-rows', 'the report of tasks selects by status and people', async (w) => {
      const documentId = await w.document(await w.folder());
      const DueDate = new Date(Date.now() + 86_400_000).toISOString();
      const task = { Type: 'Approval', DocumentId: documentId, DueDate, Instructions: '=1+1' };
      answered(await w.owner.post('/api/tasks', { ...task, Assignee: w.reader.email }), 200);
      const query = (status: string) => `?status=${status}&creator=${w.owner.email}&assignee=${w.reader.email}`;
      const open = await resultOf(w.admin, await w.admin.post(`/api/async/tasks/task-report${query('open')}`));
      const [head, row = ''] = open.text.split('\r\n');
      same(open, head, TASKS, 'the first line');
      matches(open, row, /,Approval,'=1\+1,Document,document\.txt,.*,Open,/, 'the row');
      const done = await resultOf(w.admin, await w.admin.post(`/api/async/tasks/task-report${query('completed')}`));
      same(done, done.text.trimEnd().split('\r\n').length, 1, 'the number of lines');
    }),
    rule('report-rows', 'a library report has the activities of its documents', async (w) => {
      const documentId = await w.document(await w.folder(), 'in-report.txt');
      answered(await w.reader.get(`/api/documents/${documentId}/content`), 200);
      const path = `/api/async/libraries/${w.libraryId}/activity-report`;
      const result = await resultOf(w.owner, await w.owner.post(path), { accept: 'application/json' });
      const rows = result.body.list().filter((row) => row.at('ContentName') === 'in-report.txt');
      const got = rows.map((row) => [row.at('ActivityItemType'), row.at('UserId')]);
      const expected = [
        ['Created Document', w.owner.userId],
        ['Viewed Document', w.reader.userId],
      ];
      same(result, got, expected, 'the rows');
    }),
  ],
};

async function documentReport(w: World, query = ''): Promise<{ result: string }> {
  const documentId = await w.document(await w.folder());
  const started = answered(await w.owner.post(`/api/async/documents/${documentId}/activity-report${query}`), 202);
  const done = await complete(w.owner, follow(header(started, 'location')));
  return { result: follow(done.body.string('Links.ResultUri')) };
}

async function resultOf(client: Client, started: Answer, headers: Record<string, string> = {}): Promise<Answer> {
  const done = await complete(client, follow(header(answered(started, 202), 'location')));
  return answered(await client.get(follow(done.body.string('Links.ResultUri')), headers), 200);
}
