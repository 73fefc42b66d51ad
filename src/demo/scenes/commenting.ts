/** Colleagues comment on papers: on a region, on a page, and on a whole document. */
import type { Static } from 'typebox';
import { createComment, resolveThread } from '../../library/comments/comments.actions.ts';
import type { CreateCommentBody } from '../../library/comments/comments.schema.ts';
import { minutesAfter } from '../calendar.ts';
import { PEOPLE, type Who } from '../company.ts';
import { type Stage, actorOf, documentIdOf, found, paperAt, planAfter } from '../stage.ts';

type Discussed = {
  item: string;
  by: Who;
  daysAgo: number;
  text: string;
  /** Mentioned at the beginning of the text. */
  to?: Who;
  place: Pick<Static<typeof CreateCommentBody>, 'Page' | 'Region'>;
  reply?: { by: Who; text: string };
  resolvedBy?: Who;
};

const DISCUSSED: Discussed[] = [
  {
    item: 'Projects/Harbour Trust Offices/Design/Concept.pdf',
    by: 'james.whitlock',
    daysAgo: 2,
    text: 'The client will ask about this paragraph first. Can we make it shorter?',
    to: 'tom.okafor',
    place: { Page: 1, Region: { X: 0.09, Y: 0.09, Width: 0.82, Height: 0.09 } },
    reply: { by: 'tom.okafor', text: 'Yes. I will change it before Thursday.' },
  },
  {
    item: 'Projects/Rivermouth Library/01 Brief/Site survey.pdf',
    by: 'aiko.tanaka',
    daysAgo: 20,
    text: 'Are these the levels from before the flood wall was built?',
    place: { Page: 1 },
    reply: { by: 'tom.okafor', text: 'No, they were measured again in spring.' },
    resolvedBy: 'aiko.tanaka',
  },
  {
    item: 'Projects/Harbour Trust Offices/Design/Option study.docx',
    by: 'tom.okafor',
    daysAgo: 1,
    text: 'Option B it is. Please add the net areas before we send it.',
    place: {},
  },
];

/** Plans every discussion. */
export function planCommenting(stage: Stage): void {
  for (const discussed of DISCUSSED) {
    const paper = paperAt(stage, discussed.item);
    planAfter(stage, paper, discussed.daysAgo, (at) => discuss(stage, discussed, documentIdOf(paper), at));
  }
}

async function discuss(stage: Stage, discussed: Discussed, documentId: number, at: Date): Promise<void> {
  const { by, text, to, place, reply, resolvedBy } = discussed;
  const { deps } = stage;
  const mention =
    to === undefined ? { Text: text } : { Text: `@${PEOPLE[to]} ${text}`, Mentions: [found(stage.people, to).userId] };
  const { comment } = await createComment(deps, actorOf(stage, by, at), documentId, { ...mention, ...place });
  const { commentId } = comment;
  if (reply !== undefined) {
    const actor = actorOf(stage, reply.by, minutesAfter(at, 20));
    await createComment(deps, actor, documentId, { Text: reply.text, ParentId: commentId });
  }
  if (resolvedBy !== undefined)
    await resolveThread(deps, actorOf(stage, resolvedBy, minutesAfter(at, 30)), { documentId, commentId }, true);
}
