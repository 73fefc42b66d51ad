/** Papers are written, tagged, revised and organized. */
import { Readable } from 'node:stream';
import { changeDocument, copyDocument } from '../../library/documents/documents.change.ts';
import { createDocument } from '../../library/documents/documents.create.ts';
import { createRevision } from '../../library/revisions/revisions.actions.ts';
import { setTags } from '../../library/tags/document-tags.actions.ts';
import type { SmallUpload } from '../../content/uploads/multipart.ts';
import { DAY_MS, minutesAfter, workingMoment } from '../calendar.ts';
import { LIBRARIES, type LibraryName, type LibraryPlan, PEOPLE } from '../company.ts';
import { contentOf } from '../contents.ts';
import { SHELVES } from '../papers.ts';
import { type Stage, type StagedPaper, actorOf, documentIdOf, found, paperAt, plan, planAfter } from '../stage.ts';

/** Plans every paper over the days since the founding, in shelf order. */
export function planWriting(stage: Stage, days: number): void {
  for (const [folder, author, names] of SHELVES) {
    const library = folder.split('/')[0] as LibraryName;
    const begin = days - 1 - stage.random.between(0, Math.floor(days / 2));
    names.forEach((name, index) => {
      const age = Math.max(1, Math.round(begin - (0.97 * begin * index) / Math.max(names.length - 1, 1)));
      const createdAt = workingMoment(stage.now, age, stage.random);
      const paper: StagedPaper = { library, folder, name, author, createdAt, documentId: null, inTrash: false };
      stage.papers.push(paper);
      plan(stage, createdAt, (at) => write(stage, paper, at));
      plan(stage, minutesAfter(createdAt, stage.random.between(2, 30)), (at) => tag(stage, paper, at));
      planRevisions(stage, paper, age);
    });
  }
  planOrder(stage);
}

/** Stores the bytes of an upload. */
export async function storeUpload({ deps }: Stage, fileName: string, content: Buffer): Promise<SmallUpload> {
  const stored = await deps.blobs.put(Readable.from([content]), { maxBytes: deps.config.maxDocumentBytes });
  return { fileName, stored, metadata: {} };
}

async function write(stage: Stage, paper: StagedPaper, at: Date): Promise<void> {
  const upload = await storeUpload(stage, paper.name, await versionOf(stage, paper, 1, at));
  const actor = actorOf(stage, paper.author, at);
  const { documentId } = await createDocument(stage.deps, actor, found(stage.folders, paper.folder), upload);
  paper.documentId = documentId;
}

function versionOf(stage: Stage, paper: StagedPaper, version: number, at: Date): Promise<Buffer> {
  return contentOf({ ...paper, author: PEOPLE[paper.author], version, at }, stage.random);
}

function planRevisions(stage: Stage, paper: StagedPaper, age: number): void {
  const { random } = stage;
  const count = random.chance(0.45) ? random.between(1, 4) : 0;
  for (let version = 2; version <= count + 1; version += 1) {
    const moment = workingMoment(stage.now, Math.floor(age * (1 - version / (count + 2.5))), random);
    if (moment <= minutesAfter(paper.createdAt, 60)) continue;
    plan(stage, moment, async (at) => {
      if (paper.inTrash) return;
      const upload = await storeUpload(stage, paper.name, await versionOf(stage, paper, version, at));
      await createRevision(stage.deps, actorOf(stage, paper.author, at), documentIdOf(paper), upload);
    });
  }
}

async function tag(stage: Stage, paper: StagedPaper, at: Date): Promise<void> {
  const { tagTypes }: LibraryPlan = LIBRARIES[paper.library];
  const { tagTypes: ids } = found(stage.libraries, paper.library);
  const values = tagTypes.flatMap(({ name, type }) => {
    const value = stage.random.chance(0.8) ? tagValue(stage, paper, name, type) : '';
    return value === '' ? [] : [{ TagTypeId: found(ids, name), Value: value }];
  });
  if (values.length === 0) return;
  const change = { wanted: values, rest: 'cleared' } as const;
  await setTags(stage.deps, actorOf(stage, paper.author, at), documentIdOf(paper), change);
}

const TEXTS: Record<string, string[]> = {
  Phase: ['Brief', 'Concept', 'Detailed design', 'Site', 'Handover'],
  Client: ['Rivermouth Council', 'Harbour Trust', 'Elmwood School'],
  Campaign: ['Open House', 'Award season', 'Press'],
  Owner: ['People team', 'Management'],
  Quarter: ['Q1', 'Q2', 'Q3', 'Q4'],
};

function tagValue({ random }: Stage, { createdAt }: StagedPaper, name: string, type: 'String' | 'Numeric' | 'Date') {
  if (type === 'String') return random.pick(TEXTS[name] ?? ['']);
  if (type === 'Numeric') return String(random.between(8, 480) * 125);
  const [year, month, day] = new Date(createdAt.getTime() + random.between(-20, 120) * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${month}${day}${year}`;
}

/** Renames and moves by the authors: path, days ago, and the new name or folder. */
const ORDER: [path: string, daysAgo: number, change: { name?: string; folder?: string }][] = [
  ['Projects/Elmwood School/Open questions.txt', 12, { name: 'Questions to the head teacher.txt' }],
  ['Marketing/Press/Rivermouth street view.jpg', 20, { folder: 'Marketing/Campaigns/Award season' }],
];

const COPIED = { path: 'Projects/Templates/Meeting notes.md', daysAgo: 9, into: 'Projects/Elmwood School' };

function planOrder(stage: Stage): void {
  for (const [path, daysAgo, change] of ORDER) {
    const paper = paperAt(stage, path);
    planAfter(stage, paper, daysAgo, (at) => putInOrder(stage, paper, change, at));
  }
  const template = paperAt(stage, COPIED.path);
  const FolderId = found(stage.folders, COPIED.into);
  planAfter(stage, template, COPIED.daysAgo, (at) =>
    copyDocument(stage.deps, actorOf(stage, template.author, at), documentIdOf(template), { FolderId }),
  );
}

async function putInOrder(
  stage: Stage,
  paper: StagedPaper,
  { name, folder }: { name?: string; folder?: string },
  at: Date,
) {
  await changeDocument(stage.deps, actorOf(stage, paper.author, at), documentIdOf(paper), {
    ...(name === undefined ? {} : { DocumentName: name }),
    ...(folder === undefined ? {} : { FolderId: found(stage.folders, folder) }),
  });
  paper.name = name ?? paper.name;
  paper.folder = folder ?? paper.folder;
}
