/** Divides long texts that an older release stored (decision 0140). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../platform/deps.ts';
import { commitLater, transaction } from '../../platform/db/connection.ts';
import { EACH_MINUTE, NoPayload, defineJob } from '../../platform/jobs/job.ts';
import { wordsOf } from '../../platform/values/words.ts';
import { type ContentId, lockContent } from './extraction.queries.ts';
import { decideSome, putSections, readParts } from './sections.queries.ts';

const BATCH = 200;
/** A run ends before the next one starts. */
const RUN_MS = 50_000;

export const divideTextsJob = defineJob<Deps, typeof NoPayload>({
  name: 'divide-texts',
  payload: NoPayload,
  cron: EACH_MINUTE,
  isSingle: true,
  async run({ sql }, _, stopping) {
    const end = performance.now() + RUN_MS;
    while (performance.now() < end) {
      const start = performance.now();
      const long = await transaction(sql, (tx) => decideSome(tx, BATCH));
      if (long === undefined) return;
      for (const content of long) {
        stopping?.throwIfAborted();
        await divideText(sql, content);
      }
      // Requests need the other half of the time.
      await sleep(performance.now() - start);
    }
  },
});

async function divideText(sql: Deps['sql'], content: ContentId): Promise<void> {
  await transaction(sql, async (tx) => {
    await commitLater(tx);
    if (!(await lockContent(tx, content))) return;
    const words: string[] = [];
    for (const part of await readParts(tx, content)) {
      for (const { word } of wordsOf(part)) words.push(word);
      await sleep(0);
    }
    await putSections(tx, content, words);
  });
}
