/** Daily events: people sign in, view and download papers, move some to the trash, and read notifications. */
import { insertActivity, recordRead } from '../../core/activity/activity.queries.ts';
import { trashDocument, restoreDocument } from '../../library/trash/document-trash.actions.ts';
import { readNotifications } from '../../core/notifications/notifications.actions.ts';
import { busyness, dayBefore, minutesAfter, momentOf, workingMoment } from '../calendar.ts';
import { GROUPS, LIBRARIES, PEOPLE, type Who } from '../company.ts';
import { type Stage, type StagedPaper, actorOf, documentIdOf, found, paperAt, plan, planAfter } from '../stage.ts';

const READS_A_DAY = 24;

/** Plans sign-ins and reads of this many days. */
export function planDays(stage: Stage, days: number): void {
  const { random, now } = stage;
  for (let ago = days; ago >= 0; ago -= 1) {
    const day = dayBefore(now, ago);
    const busy = busyness(day, random);
    for (const who of Object.keys(PEOPLE) as Who[]) {
      if (random.chance(0.8 * Math.min(busy, 1)))
        plan(stage, minutesAfter(momentOf(day, random), -60), (at) => signIn(stage, who, at));
    }
    for (let read = 0; read < READS_A_DAY * busy; read += 1)
      plan(stage, momentOf(day, random), (at) => look(stage, at));
  }
}

// Only as a log row: a session would appear in the person's list of devices.
async function signIn(stage: Stage, who: Who, at: Date): Promise<void> {
  const { userId, email } = found(stage.people, who);
  const { deploymentId } = stage;
  await insertActivity(stage.deps.sql, { deploymentId, userId, at }, { type: 'UserAuthenticated', contentName: email });
}

async function look(stage: Stage, at: Date): Promise<void> {
  const { random } = stage;
  const there = stage.papers.filter(({ documentId, inTrash }) => documentId !== null && !inTrash);
  if (there.length === 0) return;
  // Recent papers are read most.
  const paper = there[Math.floor(there.length * (1 - random.fraction() ** 2 * 0.999)) - 1] ?? random.pick(there);
  const { libraryId } = found(stage.libraries, paper.library);
  const place = { libraryId, folderId: found(stage.folders, paper.folder), documentId: documentIdOf(paper) };
  const type = random.chance(0.25) ? 'DocumentDownloaded' : 'DocumentViewed';
  const actor = actorOf(stage, readerOf(stage, paper), at);
  await recordRead(stage.deps.sql, actor, { type, ...place, contentName: paper.name });
}

function readerOf({ random }: Stage, { library, folder }: StagedPaper): Who {
  const isDenied = folder === 'HR policies/Salary bands';
  const readers: readonly Who[] = GROUPS[isDenied ? 'Management' : LIBRARIES[library].readers];
  return random.pick(readers);
}

/** Trashed papers, how many days ago, and whether they were restored. */
const TRASHED: [string, number, 'stays' | 'comes back'][] = [
  ['Projects/Rivermouth Library/03 Site/Site diary March.md', 11, 'stays'],
  ['Projects/Harbour Trust Offices/Minutes/Design meeting 1.md', 8, 'stays'],
  ['Marketing/Brand/Logo light.png', 6, 'comes back'],
  ['Marketing/Press/Interview notes.md', 4, 'stays'],
  ['Contracts/Suppliers/Plotter maintenance.pdf', 3, 'stays'],
  ['HR policies/Onboarding/Welcome letter.docx', 2, 'comes back'],
  ['Finance/Invoices/Rivermouth 0114.pdf', 1, 'stays'],
];

/** Plans moves to the trash. */
export function planTrash(stage: Stage): void {
  for (const [path, days, end] of TRASHED) {
    const paper = paperAt(stage, path);
    const who = paper.author === 'ben.carter' ? 'maria.keller' : paper.author;
    planAfter(stage, paper, days, async (at) => {
      await trashDocument(stage.deps, actorOf(stage, who, at), documentIdOf(paper));
      paper.inTrash = true;
      if (end === 'comes back') planReturn(stage, paper, who, minutesAfter(at, 25));
    });
  }
}

function planReturn(stage: Stage, paper: StagedPaper, who: Who, moment: Date): void {
  plan(stage, moment, async (at) => {
    await restoreDocument(stage.deps, actorOf(stage, who, at), documentIdOf(paper), undefined);
    paper.inTrash = false;
  });
}

/** Plans that everybody has read all but their newest notifications. */
export function planReadingOfNews(stage: Stage): void {
  for (const who of Object.keys(PEOPLE) as Who[]) {
    const at = workingMoment(stage.now, stage.random.between(3, 6), stage.random);
    plan(stage, at, (now) => readNotifications(stage.deps, actorOf(stage, who, now)));
  }
}
