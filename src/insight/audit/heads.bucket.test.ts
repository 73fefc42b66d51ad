// runs with storage: one storage server serves all files that need it
/** Heads in a bucket that each node reaches at an endpoint of its own. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { breakingProxy, onCeph, withoutCeph } from '../../platform/blobs/s3/s3.fixture.ts';
import { sealActivityJob } from './audit.jobs.ts';
import { parseHead, formatHead } from './head.ts';
import { verifyActivity } from './verify.ts';

const { signal } = new AbortController();

if (withoutCeph !== false) test('heads in a bucket', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const app = await startApp({}, { own: 'seals the logs of all deployments' });
  const { ceph, place, store: makeStore } = await onCeph();

  /** Two nodes with one bucket and a DATA_DIR each, and a person with a change to seal. */
  async function twoNodes(t: TestContext) {
    const { ann } = await app.world();
    const at = place();
    const endpoints = [ceph.endpoint, await breakingProxy(t, ceph.endpoint, Infinity)];
    const nodes = endpoints.map((endpoint, index) => {
      const blobs = makeStore(t, { ...at, endpoint });
      const config = { ...app.deps.config, dataDir: `${app.dataDir}/${ann.deploymentId}-${index}` };
      return { ...app.deps, blobs, config };
    });
    const [first, second] = nodes as [typeof app.deps, typeof app.deps];
    return { ann, first, second };
  }

  async function changeAndSeal(person: Person, deps: typeof app.deps): Promise<void> {
    await person.folder(person.libraryId, crypto.randomUUID());
    app.clock.advance(60_000);
    await sealActivityJob.run(deps, null);
  }

  const problemsOf = async (deps: typeof app.deps, { deploymentId }: Person) =>
    (await verifyActivity(deps, deploymentId, { signal })).Findings.map(({ Problem }) => Problem);

  test('nodes with different endpoints of one bucket seal in turn and verify each other', async (t) => {
    const { ann, first, second } = await twoNodes(t);
    for (const deps of [first, second, first]) {
      await changeAndSeal(ann, deps);
      for (const reader of [first, second]) assert.deepEqual(await problemsOf(reader, ann), []);
    }
  });

  test('a head that an earlier release wrote at this endpoint is accepted and followed by the next', async (t) => {
    const { ann, first } = await twoNodes(t);
    await changeAndSeal(ann, first);
    const { records } = first.blobs;
    assert.ok(records !== undefined);
    const folder = `audit-heads/${ann.deploymentId}`;
    const newest = async () => {
      const head = parseHead(app.deps.secretKey, (await records.newest(folder)) ?? '');
      assert.ok(typeof head === 'object');
      return head;
    };
    const head = await newest();
    const write = (Place: string, Sequence: number) =>
      records.add(folder, Sequence, formatHead(app.deps.secretKey, { ...head, Place, Sequence }));
    await write(records.earlierId, head.Sequence + 1);
    assert.deepEqual(await problemsOf(first, ann), []);
    await changeAndSeal(ann, first);
    const { Place, Sequence } = await newest();
    assert.deepEqual([Place, Sequence], [records.id, head.Sequence + 2]);
    await write('another', Sequence + 1);
    assert.match((await problemsOf(first, ann))[0] ?? '', /was copied there from another place/);
  });
}
