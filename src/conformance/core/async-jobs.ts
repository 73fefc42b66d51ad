import { answered, follow, hasAll, header, holds, refused, same } from '../checks.ts';
import { type Page, rule } from '../rule.ts';
import { type World, poll } from '../world.ts';
import { complete, startReport } from './jobs.ts';

export const asyncJobs: Page = {
  page: 'docs/api/async-jobs.md',
  rules: [
    rule('starting-a-job', 'it is 202 without a body, with Location', async (w) => {
      const answer = await startReport(w.owner, await w.document(await w.folder()));
      same(answer, answer.text, '', 'body');
      const path = follow(header(answer, 'location'));
      holds(answer, /^\/api\/async\/\d+$/.test(path), 'Location /api/async/{jobId}', path);
    }),
    rule('job-status', 'a job that is processing can be canceled, one that is complete has a result', async (w) => {
      const started = await startReport(w.owner, await w.document(await w.folder()));
      const path = follow(header(started, 'location'));
      const first = answered(await w.owner.get(path), 200);
      if (!first.body.has('IsComplete'))
        same(first, Object.keys(first.body.at('Links') as object), ['Cancel'], 'Links');
      const done = await complete(w.owner, path);
      same(done, done.body.at('IsComplete'), true, 'IsComplete');
      hasAll(done, done.body, ['Links.SelfUri', 'Links.ResultUri']);
      same(done, follow(done.body.string('Links.SelfUri')), path, 'Links.SelfUri');
    }),
    rule('job-status', "somebody else's is 403, but not for site admins", async (w) => {
      const started = await startReport(w.owner, await w.document(await w.folder()));
      const path = follow(header(started, 'location'));
      refused(await w.reader.get(path), 403);
      answered(await w.admin.get(path), 200);
      refused(await w.owner.get('/api/async/9007199254740991'), 404);
    }),
    rule('job-results', 'HEAD does not count as a retrieval', async (w) => {
      const started = await startReport(w.owner, await w.document(await w.folder()));
      const done = await complete(w.owner, follow(header(started, 'location')));
      const result = follow(done.body.string('Links.ResultUri'));
      answered(await w.owner.send('HEAD', result), 200);
      answered(await w.owner.get(result), 200);
    }),
    rule('canceling-and-deleting', 'only the creator deletes it, and then it is 410', async (w) => {
      const started = await startReport(w.owner, await w.document(await w.folder()));
      const path = follow(header(started, 'location'));
      const done = await complete(w.owner, path);
      refused(await w.admin.remove(path), 403);
      answered(await w.owner.remove(path), 204);
      refused(await w.owner.get(path), 410);
      refused(await w.owner.get(follow(done.body.string('Links.ResultUri'))), 410);
    }),
    rule('canceling-and-deleting', 'a canceled job is gone', async (w) => {
      const started = await startReport(w.owner, await w.document(await w.folder()));
      const path = follow(header(started, 'location'));
      answered(await w.owner.remove(path), 204);
      refused(await w.owner.get(path), 410);
    }),
    rule('own-jobs', "the caller's jobs are listed", async (w) => {
      const started = await startReport(w.owner, await w.document(await w.folder(), 'named.txt'));
      const id = Number(follow(header(started, 'location')).split('/').at(-1));
      const list = answered(await w.owner.get('/api/jobs'), 200);
      const job = list.body.list().find((one) => one.at('JobId') === id);
      hasAll(list, job ?? list.body, ['JobType', 'DateCreated', 'About']);
      same(list, job?.at('About.Name'), 'named.txt', 'About.Name');
      const other = answered(await w.reader.get('/api/jobs'), 200);
      holds(other, !other.body.each('JobId').includes(id), 'no job of somebody else');
    }),
    rule('job-results', 'the result of a purge is fetched once', async (w) => {
      await assertDryRun(w);
    }),
  ],
};

// Counts only: nothing is purged.
async function assertDryRun(w: World): Promise<void> {
  const body = { PurgeType: 'DateStored', Days: 36_500, DryRun: true };
  const started = answered(await w.admin.post('/api/async/documents/purge-old-documents', body), 202);
  const done = await complete(w.admin, follow(header(started, 'location')));
  const result = follow(done.body.string('Links.ResultUri'));
  const answer = answered(await w.admin.get(result), 200);
  hasAll(answer, answer.body, ['DocumentsDeleted', 'DocumentsThatFailedToDelete', 'Size']);
  const ask = () => w.admin.get(result);
  refused(await poll(ask, ({ status }) => status === 410), 410);
}
