/** People ask each other, and outsiders, to approve papers. */
import { transaction } from '../../platform/db/connection.ts';
import { Problem } from '../../platform/errors.ts';
import { cancelTask, completeTask } from '../../work/tasks/tasks.actions.ts';
import { createTask } from '../../work/tasks/tasks.create.ts';
import { expireTask } from '../../work/tasks/tasks.steps.ts';
import { DAY_MS, minutesAfter } from '../calendar.ts';
import { OUTSIDE, type Outsider, type Who } from '../company.ts';
import { type Stage, type StagedPaper, actorOf, addressOf, documentIdOf, paperAt, planAfter } from '../stage.ts';

type Outcome = 'approved' | 'denied' | 'cancelled' | 'expired' | 'open';

/** The task was created `daysAgo`, due within `days`, with instructions and an answer. */
type Asked = [
  item: string,
  by: Who,
  whom: Who | Outsider,
  daysAgo: number,
  days: number,
  outcome: Outcome,
  instructions: string,
  comment?: string,
];

const ASKED: Asked[] = [
  [
    'Projects/Rivermouth Library/01 Brief/Client brief.docx',
    'tom.okafor',
    'maria.keller',
    150,
    5,
    'approved',
    'Does this match what you promised?',
    'It does. Go ahead.',
  ],
  [
    'Contracts/Clients/Rivermouth/Framework agreement.docx',
    'sam.rivera',
    'maria.keller',
    140,
    7,
    'approved',
    'Ready to sign?',
    'Yes, with clause 4 as it stands.',
  ],
  [
    'Marketing/Brand/Brand guidelines.pdf',
    'nina.petrova',
    'lena.brandt',
    120,
    4,
    'denied',
    'Final look before it goes out.',
    'The second color is too weak on paper.',
  ],
  [
    'Projects/Harbour Trust Offices/Design/Option study.docx',
    'james.whitlock',
    'tom.okafor',
    90,
    6,
    'approved',
    'Which option do we show?',
    'Option B.',
  ],
  [
    'HR policies/Working from home.docx',
    'chloe.martin',
    'priya.nair',
    80,
    10,
    'approved',
    'Any cost that I have missed?',
  ],
  [
    'Finance/Planning/Budget next year.xlsx',
    'priya.nair',
    'maria.keller',
    60,
    7,
    'denied',
    'Please approve the frame.',
    'Travel is too high; let us talk.',
  ],
  ['Contracts/Suppliers/Cleaning services.docx', 'sam.rivera', 'priya.nair', 45, 5, 'cancelled', 'Is the price fine?'],
  [
    'Projects/Harbour Trust Offices/Engineering/Structural report.pdf',
    'omar.haddad',
    'tom.okafor',
    38,
    5,
    'approved',
    'Release for tender?',
    'Released.',
  ],
  [
    'Marketing/Campaigns/Open House/Campaign brief.docx',
    'lena.brandt',
    'nina.petrova',
    30,
    3,
    'approved',
    'Enough for you to begin?',
    'Plenty, thanks.',
  ],
  [
    'Projects/Rivermouth Library/02 Design/Materials.docx',
    'tom.okafor',
    'james.whitlock',
    24,
    4,
    'denied',
    'Can we order these?',
    'The larch is not certified. Please ask for another offer.',
  ],
  [
    'Marketing/Press/Press release library.docx',
    'nina.petrova',
    'lena.brandt',
    15,
    2,
    'approved',
    'Good to send?',
    'Sent.',
  ],
  [
    'Projects/Elmwood School/Budget frame.xlsx',
    'aiko.tanaka',
    'tom.okafor',
    9,
    4,
    'expired',
    'Please confirm before the governors meet.',
  ],
  [
    'HR policies/Travel and expenses.docx',
    'chloe.martin',
    'maria.keller',
    7,
    3,
    'expired',
    'The new rates, for your approval.',
  ],
  [
    'Projects/Rivermouth Library/03 Site/Crane plan.pdf',
    'erik.lindqvist',
    'tom.okafor',
    4,
    10,
    'open',
    'The crane company wants an answer.',
  ],
  [
    'Contracts/Clients/Elmwood School/Draft agreement.docx',
    'sam.rivera',
    'tom.okafor',
    3,
    6,
    'open',
    'Please check the scope in annex A.',
  ],
  [
    'Contracts/Clients/Harbour Trust/Change order 2.docx',
    'sam.rivera',
    'maria.keller',
    2,
    5,
    'open',
    'Two more months of site supervision.',
  ],
  ['Marketing/Campaigns/Open House/Poster.png', 'nina.petrova', 'lena.brandt', 2, 4, 'open', 'Version for print.'],
  [
    'Marketing/Campaigns/Award season/Rivermouth entry.docx',
    'lena.brandt',
    'maria.keller',
    1,
    8,
    'open',
    'May we enter it like this?',
  ],
  [
    'Projects/Harbour Trust Offices/Design/Concept.pdf',
    'tom.okafor',
    'harbour',
    5,
    12,
    'open',
    'Please approve the concept, so that we can begin with the details.',
  ],
  [
    'Projects/Rivermouth Library/02 Design/Ground floor plan.png',
    'tom.okafor',
    'aiko.tanaka',
    1,
    3,
    'open',
    'With the gallery now. All right?',
  ],
];

/** Plans every task. */
export function planAsking(stage: Stage): void {
  for (const asked of ASKED) {
    const paper = paperAt(stage, asked[0]);
    planAfter(stage, paper, asked[3], (at) => ask(stage, asked, paper, at));
  }
}

// A task ends right after its creation, although later by its dates: a concurrent worker would expire overdue ones.
async function ask(stage: Stage, asked: Asked, paper: StagedPaper, at: Date): Promise<void> {
  const [, by, whom, , days, outcome, Instructions, comment = ''] = asked;
  const { deps, random, now } = stage;
  const isOutside = Object.hasOwn(OUTSIDE, whom);
  const Assignee = isOutside ? addressOf(stage, whom as Outsider) : `${whom}@${stage.domain}`;
  const open = { Type: 'Approval', Assignee, DocumentId: documentIdOf(paper), Instructions };
  // Open tasks are due in the future, whatever the age of their paper.
  const dueAt = new Date((outcome === 'open' ? now : at).getTime() + days * DAY_MS);
  const task = await createTask(deps, actorOf(stage, by, at), { ...open, DueDate: dueAt.toISOString() });
  const soon = minutesAfter(at, random.between(60, Math.min(days, 2) * 1200));
  const later = soon < now ? soon : minutesAfter(at, 1);
  if (outcome === 'cancelled') await cancelTask(deps, actorOf(stage, by, later), task.taskId);
  if (outcome === 'expired')
    await transaction(deps.sql, (tx) => expireTask(tx, { ...stage, taskId: task.taskId }, dueAt));
  if (outcome !== 'approved' && outcome !== 'denied') return;
  const body = { Decision: outcome === 'approved' ? ('Approve' as const) : ('Deny' as const), Comment: comment };
  await unlessExpired(completeTask(deps, actorOf(stage, whom as Who, later), task.taskId, body));
}

// If the worker was faster, the task has expired, which is equally plausible.
async function unlessExpired(deciding: Promise<unknown>): Promise<void> {
  await deciding.catch((error: unknown) => {
    if (!(error instanceof Problem && error.status === 409)) throw error;
  });
}
